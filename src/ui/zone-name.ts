/** Returns an IANA zone as people read it: 'Africa/Dar es Salaam'. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');
