import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GatewayRefund, GatewayRefundStatus } from '#app/gateways/flutterwave/refund-port.ts'
import { findOwn, readRefundAnswer, readSearch, nextCheckMinutes, refundMark } from './refund.ts'

const shown = (change: Partial<GatewayRefund> = {}): GatewayRefund => ({
  refundId: '75923',
  providerId: '4912077',
  status: 'accepted',
  rawStatus: 'completed',
  amountMinor: 18_000_000n,
  comments: refundMark('r1', 1),
  ...change,
})

describe('what an answer means', () => {
  test('PAY-08 only a clear "no" allows a new try; after an unclear answer the refund is searched', () => {
    expect(readRefundAnswer({ kind: 'ok', value: shown() })).toMatchObject({ kind: 'taken_in' })
    expect(readRefundAnswer({ kind: 'ok', value: shown({ status: 'unknown', rawStatus: 'odd' }) })).toMatchObject({
      kind: 'taken_in',
    })
    expect(readRefundAnswer({ kind: 'ok', value: shown({ status: 'failed' }) })).toMatchObject({ kind: 'failed' })
    expect(readRefundAnswer({ kind: 'ambiguous', cause: 'HTTP 503' })).toMatchObject({ kind: 'search' })
    expect(readRefundAnswer({ kind: 'rejected', message: 'Insufficient balance' })).toMatchObject({
      kind: 'wait',
      alert: true,
    })
    expect(readRefundAnswer({ kind: 'rejected', message: 'The amount is greater than the amount left' })).toMatchObject(
      {
        kind: 'failed',
      },
    )
    expect(readRefundAnswer({ kind: 'misconfigured', message: 'Authorization required' })).toMatchObject({
      kind: 'wait',
      alert: true,
    })
    expect(readRefundAnswer({ kind: 'throttled', retryAfterMs: null })).toMatchObject({ kind: 'wait', alert: false })
    expect(readRefundAnswer({ kind: 'not_found' })).toMatchObject({ kind: 'failed' })
  })

  test('PAY-08 a search finds our own by its mark: any successful or pending try, and a failed one only if it was the last', () => {
    const first = shown({ refundId: '1', status: 'failed', comments: refundMark('r1', 1) })
    const second = shown({ refundId: '2', comments: refundMark('r1', 2) })
    const foreign = shown({ refundId: '3', comments: refundMark('r2', 1) })
    expect(findOwn([foreign], 'r1', 1)).toBeNull()
    expect(findOwn([first, foreign], 'r1', 1)).toBe(first)
    expect(findOwn([first, foreign], 'r1', 2)).toBeNull()
    expect(findOwn([first, second, foreign], 'r1', 2)).toBe(second)
    // A try that we counted as lost and that did happen is ours, whichever it was.
    expect(findOwn([shown({ comments: refundMark('r1', 1) })], 'r1', 3)).not.toBeNull()
  })

  test('PAY-08 after an hour without a result staff takes over', () => {
    expect(readSearch(null, 0)).toEqual({ kind: 'search', minutes: 30 })
    expect(readSearch(null, 1)).toEqual({ kind: 'search', minutes: 60 })
    expect(readSearch(null, 2)).toMatchObject({ kind: 'failed' })
    expect(readSearch(shown(), 2)).toMatchObject({ kind: 'taken_in' })
  })

  test('PAY-08 whatever exists at the gateway, a refund of ours that is under way is never requested again', () => {
    const status = fc.constantFrom<GatewayRefundStatus>('accepted', 'done', 'failed', 'unknown')
    const one = fc.record({ status, attempt: fc.integer({ min: 1, max: 4 }), ours: fc.boolean() })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), fc.integer({ min: 1, max: 4 }), (rows, attempt) => {
        const found = rows.map((row, index) =>
          shown({
            refundId: String(index),
            status: row.status,
            comments: refundMark(row.ours ? 'r1' : 'r2', row.attempt),
          }),
        )
        const lives = rows.some((row) => row.ours && row.status !== 'failed')
        const own = findOwn(found, 'r1', attempt)
        if (lives) expect(readSearch(own, 0)).toMatchObject({ kind: 'taken_in' })
        else expect(own === null || own.status === 'failed').toBe(true)
      }),
    )
  })

  test('PAY-08 it is checked for thirty days', () => {
    expect(nextCheckMinutes(60)).toBe(360)
    expect(nextCheckMinutes(4 * 1_440)).toBe(1_440)
    expect(nextCheckMinutes(30 * 1_440)).toBeNull()
  })
})
