import { countryOf } from '../../domain/country.ts';
import { offsetMsAt } from '../../domain/zone-offset.ts';

/** The zone if neither the device nor the country gives one. */
const ZONE_UNSAID = 'UTC';

/** TypeScript's library does not have this method yet. */
type ZonedLocale = Intl.Locale & { getTimeZones(): string[] | undefined };

/**
 * Returns the IANA zone of a country, from the platform's table. Of several zones, takes the first that shows the most
 * common time. A shop that registers without a zone gets this zone (X-TYPE-41).
 */
export function zoneOfCountry(country: string, atMs: number): string {
  const code = countryOf(country)?.code;
  if (code === undefined) return ZONE_UNSAID;
  const locale = new Intl.Locale('und', { region: code }) as ZonedLocale; // The cast is safe: Node 24 has it.
  const zones = locale.getTimeZones() ?? [];
  const zonesByOffset = Map.groupBy(zones, (zone) => offsetMsAt(atMs, zone));
  const [usual] = [...zonesByOffset.values()].toSorted((one, other) => other.length - one.length);
  return usual?.[0] ?? ZONE_UNSAID;
}
