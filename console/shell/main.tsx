/** The console: begins when its page has loaded. */
import { render } from 'preact';
import { applyScheme } from '../parts/scheme.ts';
import { Shell } from './shell.tsx';

applyScheme();
const place = document.getElementById('console');
if (place !== null) render(<Shell />, place);
