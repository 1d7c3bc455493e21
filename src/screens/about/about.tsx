import { useLocation } from 'react-router-dom';
import { paths } from '../../parts/paths.ts';
import { Help } from './help.tsx';
import { Privacy } from './privacy.tsx';
import { Terms } from './terms.tsx';

/** The screens that are only read, in one chunk. The address decides which one is shown. */
export function About() {
  const { pathname } = useLocation();
  if (pathname === paths.privacy) return <Privacy />;
  return pathname === paths.terms ? <Terms /> : <Help />;
}
