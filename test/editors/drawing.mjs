// Draws what a terminal shows as an SVG, in the reader's own monospaced font.

import { isDeepStrictEqual } from "node:util";

const cell = { width: 7.85, height: 18 };
const margin = 12;
const ink = "#e6edf3";
const paper = "#0d1117";

// The sixteen colours that a theme of a terminal chooses.
const theme = [
  "#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4",
  "#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#f0f6fc",
];

/** Returns an SVG of a screen as `tmux capture-pane -e` prints it. */
export function drawing(screen, columns, title) {
  const lines = screen.replace(/\n$/, "").split("\n");
  const width = Math.ceil(columns * cell.width) + 2 * margin;
  const height = lines.length * cell.height + 2 * margin;
  const style = {}; // goes on in the next line
  const shapes = lines.flatMap((line, row) => runs(line, style).map((run) => shape(run, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${quoted(title)}</title>
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${paper}" stroke="#3d444d"/>
<g fill="${ink}" shape-rendering="crispEdges">
${shapes.join("\n")}
</g>
</svg>
`;
}

/** Returns the pieces of a line, each in one style, and changes the style to that at its end. */
function runs(line, style) {
  const pieces = [];
  let column = 0;
  const add = (text) => {
    const last = pieces.at(-1);
    if (last && isDeepStrictEqual(last.style, style)) last.text += text;
    else if (text !== "") pieces.push({ text, column, style: { ...style } });
    column += [...text].length;
  };
  let at = 0;
  // A style, or a link (OSC 8), whose target is left out, or a change of character set.
  for (const escape of line.matchAll(/\x1b\[([\d;:]*)m|\x1b\]8;[^\x1b]*\x1b\\|[\x0e\x0f]/g)) {
    add(line.slice(at, escape.index));
    at = escape.index + escape[0].length;
    if (escape[1] !== undefined) restyle(style, escape[1]);
  }
  add(line.slice(at));
  return pieces;
}

/** Draws a piece. Its length is fixed, since fonts differ. */
function shape({ text, column, style }, row) {
  let { color, background } = style;
  if (style.reverse) [color, background] = [background ?? paper, color ?? ink];
  const x = round(margin + column * cell.width);
  const y = margin + row * cell.height;
  const width = round([...text].length * cell.width);
  let drawn = "";
  if (background) drawn += `<rect x="${x}" y="${y}" width="${width}" height="${cell.height}" fill="${background}"/>`;
  if (text.trim() === "") return drawn;
  const attributes = [
    color && `fill="${color}"`,
    style.bold && 'font-weight="bold"',
    style.italic && 'font-style="italic"',
    style.dim && 'opacity="0.6"',
    style.underline && 'text-decoration="underline"',
  ];
  const given = attributes.filter(Boolean).map((attribute) => " " + attribute).join("");
  return `${drawn}<text x="${x}" y="${y + 13}" textLength="${width}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"${given}>${quoted(text)}</text>`;
}

/** Changes a style by the parameters of Select Graphic Rendition (ECMA-48, 8.3.117). */
function restyle(style, parameters) {
  const rest = parameters.split(";");
  while (rest.length > 0) {
    const [code, variant] = rest.shift().split(":").map(Number);
    if (code === 0) for (const key of Object.keys(style)) delete style[key];
    else if (code === 1) style.bold = true;
    else if (code === 2) style.dim = true;
    else if (code === 3) style.italic = true;
    else if (code === 4) style.underline = variant !== 0;
    else if (code === 7) style.reverse = true;
    else if (code === 22) style.bold = style.dim = false;
    else if (code === 23) style.italic = false;
    else if (code === 24) style.underline = false;
    else if (code === 27) style.reverse = false;
    else if (code === 38) style.color = extended(rest);
    else if (code === 39) style.color = undefined;
    else if (code === 48) style.background = extended(rest);
    else if (code === 49) style.background = undefined;
    else if (code === 58) extended(rest); // the underline's own colour
    else if (code >= 30 && code <= 37) style.color = theme[code - 30];
    else if (code >= 40 && code <= 47) style.background = theme[code - 40];
    else if (code >= 90 && code <= 97) style.color = theme[code - 82];
    else if (code >= 100 && code <= 107) style.background = theme[code - 92];
  }
  for (const key of Object.keys(style)) if (!style[key]) delete style[key];
}

/** Takes a colour of 256, or of red, green and blue, from the parameters. */
function extended(rest) {
  if (rest.shift() === "2") return `rgb(${rest.splice(0, 3).join(",")})`;
  const index = Number(rest.shift());
  if (index < 16) return theme[index];
  if (index >= 232) return `rgb(${Array(3).fill(8 + 10 * (index - 232)).join(",")})`;
  const level = (step) => (step === 0 ? 0 : 55 + 40 * step);
  const cube = index - 16;
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level).join(",")})`;
}

function round(number) {
  return Math.round(number * 100) / 100;
}

function quoted(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
