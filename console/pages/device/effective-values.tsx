/** The values that count, and where each of them comes from. */
import type { OneDevice } from '../../api/types.ts';
import { ScrollBox } from './scroll-box.tsx';

export function EffectiveValues({ device }: { readonly device: OneDevice }) {
  const { settings, params } = device.effective;
  const rows = [
    ...Object.entries(settings).map(([name, value]) => ({ name, ...value })),
    ...Object.entries(params).map(([name, value]) => ({ name: `params.${name}`, ...value })),
  ];
  return (
    <section class="card" aria-labelledby="effective-title">
      <h2 id="effective-title">What counts, and from where</h2>
      {rows.length === 0 ? (
        <p class="muted">Nothing is set: all values are those of the screen and the panel.</p>
      ) : (
        <ScrollBox class="scroll-x" label="Values in effect">
          <table class="plain-table effective">
            <thead>
              <tr>
                <th scope="col">Setting</th>
                <th scope="col">Value</th>
                <th scope="col">From</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, value, from }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td>
                    <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
                  </td>
                  <td class="muted">{from}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {device.problems.map(({ field, message }) => (
        <p key={`${field} ${message}`} class="notice warning">
          {message}
        </p>
      ))}
    </section>
  );
}
