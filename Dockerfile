# A static program in an empty image, run by nobody. .ci/image unpacks the program that a
# release has, and builds this:
#
#   docker run --rm -v "$PWD:/work:ro" handofflint check --no-failure-log
FROM scratch
ARG TARGETARCH
LABEL org.opencontainers.image.source=https://github.com/handofflint/handofflint \
    org.opencontainers.image.licenses=Apache-2.0
COPY dist/image/$TARGETARCH/handofflint /usr/bin/handofflint
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/usr/bin/handofflint"]
