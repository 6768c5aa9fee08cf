import { expect, test } from 'vitest'
import { fileAddress, fileHeaders } from './file-headers.ts'
import { securityHeaders } from './security-headers.ts'

const headersOf = (path: string) =>
  Object.fromEntries(fileHeaders(path, securityHeaders({ secure: true, checkoutOrigins: [] })))

test('the service worker is asked for anew at each page, reaches this server alone and runs no other script', () => {
  for (const path of ['/sw.js', '/sw-off.js'])
    expect(headersOf(path)).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`,
    })
})

test('files whose names change with their content are kept for a year, others for an hour', () => {
  expect(headersOf('/assets/a-1.js')['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headersOf('/favicon.svg')['cache-control']).toBe('public, max-age=3600')
})

test('switched off, the service worker is replaced by one that removes it', () => {
  expect(fileAddress('/sw.js', { serviceWorker: false })).toBe('/sw-off.js')
  expect(fileAddress('/sw.js', { serviceWorker: true })).toBe('/sw.js')
  expect(fileAddress('/assets/a-1.js', { serviceWorker: false })).toBe('/assets/a-1.js')
})
