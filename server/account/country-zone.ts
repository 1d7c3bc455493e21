import { countryOf } from '../../domain/country.ts';
import { offsetMsAt } from '../../domain/zone-offset.ts';

/** Where neither the device nor the country says it. */
const ZONE_UNSAID = 'UTC';

/** Not in the compiler's library yet. */
type ZonedLocale = Intl.Locale & { getTimeZones(): string[] | undefined };

/**
 * The IANA zone of a country, from the platform's own table: where it has several, the first of those with the clock that
 * most of them have. A shop that registers without a zone has this one (X-TYPE-41).
 */
export function zoneOfCountry(country: string, atMs: number): string {
  const code = countryOf(country)?.code;
  if (code === undefined) return ZONE_UNSAID;
  const locale = new Intl.Locale('und', { region: code }) as ZonedLocale; // the runtime is Node 24, which has it
  const zones = locale.getTimeZones() ?? [];
  const zonesByOffset = Map.groupBy(zones, (zone) => offsetMsAt(atMs, zone));
  const [usual] = [...zonesByOffset.values()].toSorted((one, other) => other.length - one.length);
  return usual?.[0] ?? ZONE_UNSAID;
}
