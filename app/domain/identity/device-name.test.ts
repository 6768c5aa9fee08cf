import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test.each([
  [
    'Mozilla/5.0 (Linux; Android 13; TECNO KI5q) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge on Windows',
    'computer',
  ],
  ['Opera/9.80 (J2ME/MIDP; Opera Mini/9.80) Presto/2.12', 'Opera on a phone', 'phone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux', 'computer'],
  ['', 'An unknown device', 'unknown'],
  ['<script>', 'An unknown device', 'unknown'],
] as const)('VIEW-02 a device has a readable name: %s', (userAgent, name, kind) => {
  expect(deviceName(userAgent)).toEqual({ name, kind })
})
