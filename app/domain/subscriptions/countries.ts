/** Countries that a plan or a promo code can be limited to: by ISO 3166 code, in the order of their names. */
export const COUNTRIES = {
  BI: 'Burundi',
  CD: 'DR Congo',
  ET: 'Ethiopia',
  GH: 'Ghana',
  KE: 'Kenya',
  NG: 'Nigeria',
  RW: 'Rwanda',
  ZA: 'South Africa',
  SS: 'South Sudan',
  TZ: 'Tanzania',
  UG: 'Uganda',
  AE: 'United Arab Emirates',
  GB: 'United Kingdom',
  US: 'United States',
  ZM: 'Zambia',
} as const satisfies Record<string, string>

export const COUNTRY_CODES: readonly string[] = Object.keys(COUNTRIES)

/** "Uganda, Kenya", or "All" where there is no restriction. */
export function countryNames(codes: readonly string[]): string {
  if (codes.length === 0) return 'All'
  return codes.map((code) => COUNTRIES[code as keyof typeof COUNTRIES] ?? code).join(', ')
}
