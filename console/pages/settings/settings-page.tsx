/** The settings of the server, its config as a text, and who has changed what. */
import { mayDo } from '../../api/session.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Link } from '../../parts/link.tsx';
import { AlertsPart } from './alerts-part.tsx';
import { AuditPart } from './audit-part.tsx';
import { ConfigHistoryPart } from './config-history.tsx';
import { ConfigPart } from './config-part.tsx';
import { HiddenParams } from './hidden-params.tsx';
import { SettingsForm } from './settings-form.tsx';

const PARTS = [
  { name: '', title: 'Settings and alerts' },
  { name: 'config', title: 'Config text' },
  { name: 'history', title: 'History' },
  { name: 'audit', title: 'Who changed what' },
] as const;

export function SettingsPage({ rest: [name = ''] }: { readonly rest: readonly string[] }) {
  const part = PARTS.find((one) => one.name === name) ?? PARTS[0];
  return (
    <div class="settings">
      <div class="page-head">
        <h1>Settings</h1>
      </div>
      <nav class="part-links" aria-label="Parts of the settings">
        {PARTS.map((one) => (
          <Link
            key={one.name}
            to={one.name === '' ? '/settings' : `/settings/${one.name}`}
            current={one === part}
          >
            {one.title}
          </Link>
        ))}
      </nav>
      {part.name === '' || mayDo('admin') ? <Part name={part.name} /> : <AdminsOnly />}
    </div>
  );
}

function Part({ name }: { readonly name: (typeof PARTS)[number]['name'] }) {
  if (name === 'config') return <ConfigPart />;
  if (name === 'history') return <ConfigHistoryPart />;
  if (name === 'audit') return <AuditPart />;
  return (
    <div class="setting-cards">
      <SettingsForm />
      <AlertsPart />
      <HiddenParams />
    </div>
  );
}

function AdminsOnly() {
  return (
    <EmptyState title="This is for admins">
      <p>Your token has another role. Sign in with one of the role admin to see it.</p>
    </EmptyState>
  );
}
