# A static program in an empty image, run by nobody. Build and use:
#
#   docker build -t handofflint .
#   docker run --rm -v "$PWD:/work:ro" handofflint check --no-failure-log
#
# The first stage runs on the builder's own platform and builds for the target's.
FROM --platform=$BUILDPLATFORM golang:1.25 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS TARGETARCH VERSION=
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -tags urfave_cli_no_docs \
    -ldflags "-s -w -X github.com/handofflint/handofflint/internal/cli.release=$VERSION" \
    -o /handofflint ./cmd/handofflint

FROM scratch
LABEL org.opencontainers.image.source=https://github.com/handofflint/handofflint \
    org.opencontainers.image.licenses=Apache-2.0
COPY --from=build /handofflint /usr/bin/handofflint
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/usr/bin/handofflint"]
