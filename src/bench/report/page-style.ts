/** The style of the report. */

/** Colours of both schemes: every text has a contrast of 4.5 or more, and no two lines differ by colour alone. */
const COLOURS = `
:root{color-scheme:light dark;--page:#fff;--raised:#f5f6f8;--line:#dfe3e8;--grid:#e9ecf0;--ink:#15191e;--soft:#55606c;
--accent:#0b63ce;--band:#0b63ce24;--bar:#4a8bdc;--bad:#b3261e;--bad-back:#fdecea;--warn:#7a4f00;--warn-back:#fff4dc;--good:#17692e;--good-back:#e5f5e9}
@media screen and (prefers-color-scheme:dark){:root{--page:#111418;--raised:#1a1f25;--line:#333b45;--grid:#252c34;--ink:#e8ebef;--soft:#a5b0bc;
--accent:#72b4ff;--band:#72b4ff2e;--bar:#3f7cc0;--bad:#ff9a8f;--bad-back:#3a1a18;--warn:#f0c362;--warn-back:#33280f;--good:#74d492;--good-back:#14301d}}
`;

const PAGE = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;overflow-wrap:break-word;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:1120px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:clamp(22px,4.2vw,34px);line-height:1.22;letter-spacing:-.01em;margin:.3em 0 .6em;max-width:32em;overflow-wrap:anywhere;text-wrap:balance}
h2{font-size:22px;line-height:1.3;margin:0 0 12px}
h3{font-size:16px;line-height:1.4;margin:0}
p{margin:0 0 12px}
section{margin-top:48px}
.brand,.note,.meaning,.count,.remark{color:var(--soft)}
.brand{font-size:14px;margin:0;overflow-wrap:anywhere}
.note{font-size:14px;max-width:46em}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.pill{display:inline-block;padding:2px 12px;border-radius:99px;font-size:14px;font-weight:600;margin-right:8px}
.good.pill{color:var(--good);background:var(--good-back)}
.doubtful.pill{color:var(--warn);background:var(--warn-back)}
.bad.pill{color:var(--bad);background:var(--bad-back)}
.warnings{list-style:none;margin:0 0 20px;padding:0}
.warnings li{border-left:3px solid var(--warn);background:var(--warn-back);padding:8px 14px;margin-bottom:6px;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:10px;margin:20px 0 0}
.card{background:var(--raised);border-radius:10px;padding:14px 16px}
.card dt{font-size:14px;color:var(--soft)}
.card dd{margin:2px 0 0;font-size:13px;line-height:1.4}
.card dd strong{display:block;font-size:25px;line-height:1.25;letter-spacing:-.01em;font-variant-numeric:tabular-nums;white-space:nowrap}
.card dd span{color:var(--soft)}
.card.bad strong{color:var(--bad)}
.facts{margin:0}
.facts div{display:grid;grid-template-columns:88px minmax(0,1fr);gap:12px;padding:8px 0;border-top:1px solid var(--line)}
.facts dt{color:var(--soft)}
.facts dd{margin:0;overflow-wrap:anywhere}
.errors{list-style:none;margin:0;padding:0}
.errors li{border-left:3px solid var(--bad);padding:4px 14px;margin-bottom:14px}
.errors p{margin:0;overflow-wrap:anywhere}
.errors .number{color:var(--bad);font-variant-numeric:tabular-nums;margin-right:6px}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
summary{cursor:pointer;color:var(--accent);font-size:14px;padding:4px 0}
footer{margin-top:48px;border-top:1px solid var(--line);padding-top:12px}
footer p{max-width:46em;font-size:15px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`;

const TABLES = `
table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
th,td{padding:7px 8px;text-align:right;font-weight:400;vertical-align:top;border-bottom:1px solid var(--line)}
td{white-space:nowrap}
th:first-child,td:first-child{text-align:left;padding-left:0}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--soft);font-size:13px;border-bottom-color:var(--soft)}
.figures .name{font-weight:600;margin-right:6px}
.figures .meaning,.figures .count{font-size:13px}
.figures .count{white-space:nowrap}
.figures .meaning::after{content:"; "}
.stages .bars{width:30%;text-align:left;padding-left:20px}
.stage-bar{display:block;margin-top:3px}
.stage-bar .p50{fill:var(--accent)}
.stage-bar .p99{fill:var(--band);stroke:var(--bar)}
.comparison .remark{text-align:left;padding-left:16px;width:22%}
.comparison .worse .change,.comparison .worse .remark{color:var(--bad);font-weight:600}
.comparison .better .change,.comparison .better .remark{color:var(--good);font-weight:600}
.verdict-line{font-size:18px;font-weight:600;overflow-wrap:anywhere}
.verdict-line.bad{color:var(--bad)}
.as-table{margin-top:4px}
.scroll{max-height:320px;overflow:auto}
.scroll table{font-size:13px}
.scroll thead th{position:sticky;top:0;background:var(--page)}
@media (max-width:640px){
table{font-size:13px}
td,.card dd strong{white-space:normal;overflow-wrap:anywhere}
th,td{padding-left:4px;padding-right:4px}
.cards{grid-template-columns:repeat(2,minmax(0,1fr))}
.figures .meaning,.stages thead .bars{display:none}
.percentiles tr{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));border-bottom:1px solid var(--line);padding:6px 0}
.percentiles.stages tr{grid-template-columns:repeat(4,minmax(0,1fr))}
.percentiles th,.percentiles td{border:0;padding:1px 0}
.percentiles th:first-child{grid-column:1/-1;display:flex;justify-content:space-between}
.percentiles thead th:first-child{display:none}
.stages .bars{grid-column:1/-1;width:auto;padding:4px 0 2px}
.comparison tr{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));border-bottom:1px solid var(--line);padding:6px 0}
.comparison th,.comparison td{border:0;padding:1px 0}
.comparison thead th:first-child,.comparison thead th:last-child{display:none}
.comparison tbody th{grid-area:1/1/2/5}
.comparison .remark{grid-area:1/3/2/5;width:auto;text-align:right}

.facts div{grid-template-columns:minmax(0,1fr);gap:0}
}
`;

const CHARTS = `
.grid{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:36px 40px;margin-top:28px}
.figure{margin:0;grid-column:1/-1;min-width:0}
.figure.half{grid-column:auto}
.figure .note{margin:2px 0 6px}
.legend{display:flex;flex-wrap:wrap;gap:2px 18px;list-style:none;margin:0 0 4px;padding:0;font-size:14px;color:var(--soft)}
.legend li{display:flex;align-items:center;gap:6px}
.canvas{padding:0 14px 0 54px}
.chart{display:block;width:100%;overflow:visible}
.chart svg{overflow:visible}
.chart text{font-size:12px;fill:var(--soft);font-variant-numeric:tabular-nums}
.chart text.label{fill:var(--ink);paint-order:stroke;stroke:var(--page);stroke-width:3px}
.chart text.label.knee{font-weight:600}
.chart text.error{fill:var(--bad)}
.chart text.held{fill:var(--warn)}
.chart .grid{stroke:var(--grid)}
.chart .axis{stroke:var(--soft)}
.line{fill:none;stroke:var(--ink);stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round;vector-effect:non-scaling-stroke}
.line.first{stroke:var(--accent);stroke-width:2.25}
.line.due{stroke:var(--soft);stroke-dasharray:2 4}
.line.dashed{stroke-dasharray:5 4}
.line.marker{stroke-width:1.25}
.line.knee{stroke-width:1.5}
.area{fill:var(--band);stroke:none}
.bar{fill:var(--bar)}
.dot{fill:var(--ink)}
.dot.third{fill:var(--page);stroke:var(--soft)}
.cross{stroke:var(--bad);stroke-width:2;stroke-linecap:round;fill:none}
.shade{fill:var(--bad);opacity:.12}
.lane.error{fill:var(--bad)}
.lane.held{fill:var(--warn-back);stroke:var(--warn)}
.knee-range{fill:var(--band)}
.hot{fill:var(--ink);opacity:0}
.hot:hover{opacity:.08}
.rows .row+.row{margin-top:10px}
.row-name{margin:0 0 -6px;font-size:14px}
.row-name span{color:var(--soft)}
.figure .rows{margin:0 -12px 0 -52px}
@media (max-width:860px){.grid{grid-template-columns:minmax(0,1fr);gap:32px}}
@media (max-width:640px){.canvas{padding-right:12px}}
`;

const PRINT = `
@media print{
:root{color-scheme:light}
main{max-width:none;padding:0}
section,footer{margin-top:24px}
.figure,tr,.card,.errors li{break-inside:avoid}
h2,h3{break-after:avoid}
.as-table{display:none}
.card,.pill,.warnings li,.bar,.lane{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`;

/** Style of the whole page, in one piece as the browser is told to expect it. */
export const PAGE_STYLE = [COLOURS, PAGE, TABLES, CHARTS, PRINT].join('').trim();
