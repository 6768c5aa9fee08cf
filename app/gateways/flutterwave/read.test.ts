import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOurWebhook } from './verify-webhook.server.ts'
import { parseReturn } from './parse-return.ts'
import { parseWebhook } from './parse-webhook.ts'
import { readCharge } from './read-charge.ts'
import { parseWire } from './wire.ts'

const paid = {
  id: 4_912_077,
  tx_ref: 'ref',
  status: 'successful',
  amount: 180_000,
  currency: 'UGX',
  charged_amount: 180_000,
  app_fee: 5_400,
  amount_settled: 174_600,
  account_id: 17_321,
}
const read = (change: object) => readCharge(parseWire(JSON.stringify({ ...paid, ...change }))!)

describe('reading a charge', () => {
  it('PAY-06 accepts ids as number or text, larger than a double holds', () => {
    expect(read({ id: '4912077' })?.providerId).toBe('4912077')
    expect(readCharge(parseWire('{"id":90071992547409931234,"tx_ref":"ref"}')!)?.providerId).toBe(
      '90071992547409931234',
    )
  })

  it.each([
    'pending auth',
    'success-pending-validation',
    'new',
    'cancelled',
    'error',
    'Successful',
    'SUCCESSFUL',
    'successful ',
    '',
    'toString',
    '__proto__',
  ])('PAY-06 %j is neither paid nor failed', (status) => {
    expect(read({ status })?.status).toBe('unknown')
  })

  it.each([180_000.5, '180000.55', -180_000, '1e5', null, true, [180_000], '180,000', 1e308])(
    'PAY-06 a success with the amount %j is unknown',
    (amount) => {
      expect(read({ amount })).toMatchObject({ status: 'unknown', amountMinor: null })
    },
  )

  it('PAY-06 reads the fee from the settled amount, else from the kept one, minus what the payer paid', () => {
    expect(read({})?.feeMinor).toBe(540_000n)
    expect(read({ amount_settled: null })?.feeMinor).toBe(540_000n)
    expect(read({ amount_settled: null, app_fee: null })?.feeMinor).toBeNull()
    expect(read({ amount_settled: null, charged_amount: 185_400 })?.feeMinor).toBe(0n)
    expect(read({ amount_settled: 180_000, charged_amount: 185_400 })?.feeMinor).toBe(0n)
  })

  it('PAY-06 returns nothing for a charge without id or reference', () => {
    expect(read({ id: null })).toBeNull()
    expect(read({ tx_ref: undefined })).toBeNull()
    expect(read({ id: '../../admin' })).toBeNull()
  })

  it('PAY-06 reads any JSON without failing', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const wire = parseWire(text)
        if (wire) readCharge(wire)
        parseWebhook(text)
      }),
    )
  })
})

describe('reading a notice', () => {
  it.each([
    [
      'the envelope',
      { event: 'charge.completed', data: { id: 1, tx_ref: 'r' }, 'event.type': 'MOBILEMONEYUG_TRANSACTION' },
      { kind: 'charge.completed', subject: 'charge', providerId: '1', reference: 'r' },
    ],
    [
      'the flat shape',
      { id: 1, txRef: 'r', amount: 5, 'event.type': 'CARD_TRANSACTION' },
      { kind: 'CARD_TRANSACTION', subject: 'charge', providerId: '1', reference: 'r' },
    ],
    [
      'one without id',
      { event: 'charge.completed', data: { id: null, tx_ref: 'r' } },
      { subject: 'charge', providerId: null, reference: 'r' },
    ],
    [
      'a transfer',
      { event: 'transfer.completed', data: { id: 9, reference: 'po_1' } },
      { subject: 'transfer', providerId: '9', reference: 'po_1' },
    ],
    [
      'an old transfer',
      { 'event.type': 'Transfer', transfer: { id: 9, reference: 'po_1' } },
      { kind: 'Transfer', subject: 'transfer', providerId: '9', reference: 'po_1' },
    ],
    [
      'a refund',
      { id: 7, AmountRefunded: 100, FlwRef: 'x' },
      { kind: 'refund', subject: 'refund', providerId: '7', reference: null },
    ],
    [
      'an unknown event',
      { event: 'charge.pondered', data: { id: 3, tx_ref: 'r' } },
      { subject: 'charge', reference: 'r' },
    ],
    ['nothing', {}, { kind: 'unknown', subject: 'other', providerId: null, reference: null }],
    [
      'odd contents',
      { event: 'x\u0000<script>', data: { id: { a: 1 }, tx_ref: "' or 1=1 --" } },
      { kind: 'x??script?', providerId: null, reference: null },
    ],
  ])('PAY-06 %s', (_name, body, wanted) => {
    expect(parseWebhook(JSON.stringify(body))).toMatchObject(wanted)
  })

  it.each(['', 'x', '[]', 'null', '1', '{'])('PAY-06 %j is no notice', (text) => {
    expect(parseWebhook(text)).toBeNull()
  })
})

describe('whether a notice has our hash', () => {
  const body = new TextEncoder().encode('{}')
  it('PAY-06 accepts the hash, the one before it, and a signature made with either; nothing else', () => {
    const hashes = ['new hash', 'old hash']
    const ours = (headers: Record<string, string>) => isOurWebhook(new Headers(headers), body, hashes)
    expect(ours({ 'verif-hash': 'new hash' })).toBe(true)
    expect(ours({ 'verif-hash': 'old hash' })).toBe(true)
    expect(ours({ 'flutterwave-signature': createHmac('sha256', 'old hash').update(body).digest('base64') })).toBe(true)
    expect(ours({ 'flutterwave-signature': 'new hash' })).toBe(false)
    expect(ours({ 'verif-hash': 'new hash2' })).toBe(false)
    expect(ours({ 'verif-hash': '' })).toBe(false)
    expect(ours({})).toBe(false)
    expect(isOurWebhook(new Headers({ 'verif-hash': '' }), body, [''])).toBe(false)
    expect(isOurWebhook(new Headers({ 'verif-hash': 'x' }), body, [])).toBe(false)
  })
})

describe('reading the return address', () => {
  it.each([
    ['status=successful&tx_ref=r&transaction_id=5', { reference: 'r', claimed: 'paid', providerId: '5' }],
    ['status=completed&tx_ref=r', { reference: 'r', claimed: 'paid', providerId: null }],
    ['status=cancelled&tx_ref=r', { reference: 'r', claimed: 'cancelled', providerId: null }],
    ['status=failed&tx_ref=r', { reference: 'r', claimed: 'failed', providerId: null }],
    [
      'status=successful&tx_ref=a&status=cancelled&tx_ref=b',
      { reference: 'b', claimed: 'cancelled', providerId: null },
    ],
    ['status=successful', { reference: null, claimed: 'paid', providerId: null }],
    ["tx_ref=' or 1=1&transaction_id=../x", { reference: null, claimed: 'nothing', providerId: null }],
    ['', { reference: null, claimed: 'nothing', providerId: null }],
  ])('PAY-04 %s', (query, wanted) => {
    expect(parseReturn(new URLSearchParams(query))).toEqual(wanted)
  })
})
