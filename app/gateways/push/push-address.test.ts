import { expect, test } from 'vitest'
import { isPushAddress, PUSH_HOSTS } from './push-address.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QABC',
  'https://db5p.notify.windows.com/w/?token=abc',
])('NOTIFY-01b a browser may name its push service: %s', (address) => {
  expect(isPushAddress(address, PUSH_HOSTS)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/x',
  'https://user:pass@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evilfcm.googleapis.com.example/x',
  'https://notfcm.googleapis.com@evil.example/',
  'https://xfcm.googleapis.com/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://localhost/x',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'fcm.googleapis.com',
  '',
  `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
])('any other address is refused: %s', (address) => {
  expect(isPushAddress(address, PUSH_HOSTS)).toBe(false)
})
