/** What a new screen begins with: it works on every panel, and shows what a script, a template and metadata are for. */

const SCRIPT = `-- Everything that the template needs goes into \`data\`.
local hour = tonumber(time_format(time_now(), "%H"))
local greeting = hour < 12 and "Good morning" or hour < 18 and "Good day" or "Good evening"

return {
  data = { text = greeting .. ", " .. params.name },
  refresh_rate = 600, -- seconds until the device asks again
}
`;

const TEMPLATE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ layout.width }} {{ layout.height }}">
  <rect width="100%" height="100%" fill="#ffffff"/>
  <text x="{{ layout.center_x }}" y="{{ layout.center_y }}" font-size="{{ layout.width / 16 }}" font-weight="600" text-anchor="middle">
    {{- data.text | truncate(length=28) -}}
  </text>
</svg>
`;

/** The files of a new screen by path, the script last: until then there is no screen. */
export function startingFiles(screen: string): readonly (readonly [path: string, text: string])[] {
  return [
    [`${screen}/meta.yaml`, metadata(screen.slice(screen.lastIndexOf('/') + 1))],
    [`${screen}/screen.svg`, TEMPLATE],
    [`${screen}/script.lua`, SCRIPT],
  ];
}

function metadata(name: string): string {
  return `title: ${JSON.stringify(name)}
description: Greets by name and time of day.
service: "0.1"
refresh: 900
params:
  name:
    type: string
    label: Name
    default: world
`;
}
