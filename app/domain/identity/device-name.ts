const BROWSERS: readonly [RegExp, string][] = [
  [/OPR\/|Opera Mini|Opera\//, 'Opera'],
  [/UCBrowser|UCWEB/, 'UC Browser'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string, DeviceKind][] = [
  [/iPhone|iPod/, 'iPhone', 'phone'],
  [/iPad/, 'iPad', 'phone'],
  [/Android/, 'Android', 'phone'],
  [/KAIOS|Opera Mini|J2ME/i, 'a phone', 'phone'],
  [/Windows/, 'Windows', 'computer'],
  [/CrOS/, 'ChromeOS', 'computer'],
  [/Mac OS X|Macintosh/, 'Mac', 'computer'],
  [/Linux/, 'Linux', 'computer'],
]

type DeviceKind = 'phone' | 'computer' | 'unknown'

/** A device in words that its owner recognises: "Chrome on Android". What a browser sends about itself proves nothing. */
export function deviceName(userAgent: string): { name: string; kind: DeviceKind } {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))
  if (!browser && !system) return { name: 'An unknown device', kind: 'unknown' }
  return { name: `${browser ?? 'A browser'} on ${system?.[1] ?? 'an unknown device'}`, kind: system?.[2] ?? 'unknown' }
}
