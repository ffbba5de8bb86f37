"use strict";
(() => {
  const charts = JSON.parse(document.getElementById("charts").textContent);
  const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const size = box => ({ width: Math.max(200, box.clientWidth), height: 240 });
  let drawn = [];

  const draw = () => {
    for (const { plot } of drawn) plot.destroy();
    drawn = charts.map(chart => {
      const box = document.getElementById(chart.what);
      const axis = { stroke: color("--soft"), grid: { stroke: color("--grid"), width: 1 }, ticks: { stroke: color("--grid"), width: 1 } };
      const one = chart.series.length === 1;
      const half = (chart.days[1] - chart.days[0]) / 2;
      const series = chart.series.map(({ name }, i) => {
        const stroke = color("--s" + i);
        // A count is of its day alone: bars, as long as there is one series.
        const form = one ? { paths: uPlot.paths.bars({ size: [.7, 60] }), points: { show: false }, fill: stroke + "99" } : { points: { size: 5 } };
        return { label: name, stroke, width: one ? 1 : 2, ...form };
      });
      const plot = new uPlot({
        ...size(box),
        // A day is one of UTC, wherever the reader is.
        tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
        scales: { x: { range: (_, first, last) => [first - half, last + half] }, y: { range: (_, low, high) => [0, Math.max(4, high * 1.05)] } },
        axes: [{ ...axis, values: [
          [31536000, "{YYYY}", null, null, null, null, null, null, 1],
          [2419200, "{MMM}", "\n{YYYY}", null, null, null, null, null, 1],
          [86400, "{MMM} {D}", "\n{YYYY}", null, null, null, null, null, 1],
        ], space: 70, incrs: [1, 2, 7, 14, 28, 91, 182, 365, 730, 1825, 3650, 36500].map(days => days * 86400) },
        { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000] }],
        series: [{ label: chart.unit, value: "{YYYY}-{MM}-{DD}" }, ...series],
      }, [chart.days, ...chart.series.map(({ counts }) => counts)], box);
      return { box, plot };
    });
  };

  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  addEventListener("resize", () => { for (const { box, plot } of drawn) plot.setSize(size(box)); });
})();
