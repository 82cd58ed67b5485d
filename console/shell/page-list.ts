/** The pages of the console, in the order of the navigation. A page is loaded when it is first opened. */
import type { ComponentType } from 'preact';

export interface PageProps {
  /** What the path of the page has after its name, decoded: the key of a device, the path of a file. */
  readonly rest: readonly string[];
}

export interface Page {
  /** The first part of the path; empty for the page at the root. */
  readonly name: string;
  readonly title: string;
  /** False for a page that others lead to. */
  readonly inNavigation: boolean;
  /** False for a page that `stipple dev` has no use for. */
  readonly inLocalMode: boolean;
  readonly load: () => Promise<ComponentType<PageProps>>;
}

export const PAGES: readonly Page[] = [
  {
    name: '',
    title: 'Fleet',
    inNavigation: true,
    inLocalMode: false,
    load: async () => (await import('../pages/fleet/fleet-page.tsx')).FleetPage,
  },
  {
    name: 'devices',
    title: 'Device',
    inNavigation: false,
    inLocalMode: false,
    load: async () => (await import('../pages/device/device-page.tsx')).DevicePage,
  },
  {
    name: 'pending',
    title: 'Pending',
    inNavigation: true,
    inLocalMode: false,
    load: async () => (await import('../pages/pending/pending-page.tsx')).PendingPage,
  },
  {
    name: 'studio',
    title: 'Studio',
    inNavigation: true,
    inLocalMode: true,
    load: async () => (await import('../pages/studio/studio-page.tsx')).StudioPage,
  },
  {
    name: 'screens',
    title: 'Screens',
    inNavigation: true,
    inLocalMode: false,
    load: async () => (await import('../pages/screens/screens-page.tsx')).ScreensPage,
  },
  {
    name: 'settings',
    title: 'Settings',
    inNavigation: true,
    inLocalMode: false,
    load: async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage,
  },
  {
    name: 'health',
    title: 'Health',
    inNavigation: true,
    inLocalMode: false,
    load: async () => (await import('../pages/health/health-page.tsx')).HealthPage,
  },
  {
    name: 'simulator',
    title: 'Simulator',
    inNavigation: true,
    inLocalMode: true,
    load: async () => (await import('../pages/simulator/simulator-page.tsx')).SimulatorPage,
  },
];
