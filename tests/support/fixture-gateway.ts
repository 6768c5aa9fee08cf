import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CheckoutRequest } from '#app/gateways/flutterwave/port.ts'

/** Responses of the documented shapes (values are our own), dated 2026-11 and distinguished by reference, as on the gateway's pages. */
const MOMO = {
  id: 4_912_077,
  flw_ref: 'flwm3s4m0c1763628000123',
  device_fingerprint: 'N/A',
  amount: 180_000,
  currency: 'UGX',
  charged_amount: 180_000,
  app_fee: 5_400,
  merchant_fee: 0,
  processor_response: 'Approved',
  auth_model: 'MOBILEMONEY',
  ip: '52.209.154.143',
  narration: 'Peaches',
  status: 'successful',
  payment_type: 'mobilemoneyug',
  created_at: '2026-11-20T09:00:00.000Z',
  account_id: 17_321,
  meta: { plan: 'monthly', __CheckoutInitAddress: 'http://localhost:4010/v3/hosted/pay' },
  amount_settled: 174_600,
  customer: {
    id: 1_953_337,
    name: 'A Fan',
    phone_number: '770000900',
    email: 'fan@example.test',
    created_at: '2026-11-20T08:59:58.000Z',
  },
}
const FAILED = {
  ...MOMO,
  id: 4_912_078,
  status: 'failed',
  processor_response: 'Insufficient Funds',
  amount_settled: 0,
  app_fee: null,
  merchant_fee: null,
}
const PENDING = {
  ...MOMO,
  id: 4_912_079,
  status: 'pending',
  processor_response: 'Pending',
  app_fee: null,
  merchant_fee: null,
  amount_settled: null,
}

const NOT_FOUND = { status: 'error', message: 'No transaction was found for this id', data: null }
const fetched = (data: object) => ({ status: 'success', message: 'Transaction fetched successfully', data })
const listed = (data: object[]) => ({
  status: 'success',
  message: 'Transactions fetched',
  meta: { page_info: { total: data.length, current_page: 1, total_pages: 1 } },
  data,
})
/** The list has ids as text and the customer flat. */
const row = ({ customer, ...fields }: typeof MOMO | typeof FAILED | typeof PENDING) => ({
  ...fields,
  id: String(fields.id),
  account_id: String(fields.account_id),
  app_fee: null,
  amount_settled: null,
  customer_name: customer.name,
  customer_email: customer.email,
})

const BY_REFERENCE: Record<string, { verify: object; verifyStatus?: number; list: object[] }> = {
  'ref-momo': { verify: fetched({ ...MOMO, tx_ref: 'ref-momo' }), list: [{ ...row(MOMO), tx_ref: 'ref-momo' }] },
  'ref-pending': {
    verify: fetched({ ...PENDING, tx_ref: 'ref-pending' }),
    list: [{ ...row(PENDING), tx_ref: 'ref-pending' }],
  },
  'ref-two': {
    verify: fetched({ ...FAILED, tx_ref: 'ref-two' }),
    list: [
      { ...row(FAILED), tx_ref: 'ref-two' },
      { ...row(MOMO), tx_ref: 'ref-two', amount_settled: 174_600 },
      { ...row(MOMO), id: '1', tx_ref: 'somebody-else' },
    ],
  },
  // The status is 400 in most reports, 404 in the specification file, and 200 once.
  'ref-none-400': { verify: NOT_FOUND, verifyStatus: 400, list: [] },
  'ref-none-404': { verify: { ...NOT_FOUND, message: 'Transaction not found' }, verifyStatus: 404, list: [] },
  'ref-none-200': { verify: NOT_FOUND, verifyStatus: 200, list: [] },
}

export const FIXTURE_KEY = 'FLWSECK_TEST-fixtures-X'

/** A request for a payment page. */
export function aCheckoutRequest(reference: string): CheckoutRequest {
  return {
    reference,
    amount: { amountMinor: 18_000_000n, currency: 'UGX' },
    method: 'mobile_money',
    customer: { name: 'A Fan', email: 'fan@example.test', phone: '+256772123456' },
    returnUrl: 'http://localhost:3000/payment-callback',
    sessionMinutes: 30,
    title: 'Peach',
    description: 'PEACH UG',
  }
}

export async function startFixtureGateway(): Promise<{ baseUrl: string; close(): void }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fixtures')
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.headers.authorization !== `Bearer ${FIXTURE_KEY}`)
        return send(401, { status: 'error', message: 'Invalid authorization key', data: null })
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>
      const reference = url.searchParams.get('tx_ref') ?? ''
      const known = BY_REFERENCE[reference]
      if (url.pathname === '/v3/payments') {
        if (body.currency !== 'UGX' && body.currency !== 'USD')
          return send(400, { status: 'error', message: 'currency is required', data: null })
        return send(200, {
          status: 'success',
          message: 'Hosted Link',
          data: { link: `${baseUrl(server)}/hosted/pay/flwlnk-01kaj3m8v4q7w2n6c5r9t0x1yz` },
        })
      }
      if (url.pathname === '/v3/payments/link/disable') {
        if (String(body.link).endsWith('closed'))
          return send(400, { status: 'error', message: 'This payment link is currently inactive' })
        return send(200, { status: 'success', message: 'Payment link has been disabled successfully' })
      }
      if (url.pathname === '/v3/transactions/verify_by_reference')
        return known ? send(known.verifyStatus ?? 200, known.verify) : send(400, NOT_FOUND)
      if (url.pathname === '/v3/transactions') return send(200, listed(known?.list ?? []))
      if (url.pathname === `/v3/transactions/${MOMO.id}/verify`)
        return send(200, fetched({ ...MOMO, tx_ref: 'ref-momo' }))
      return send(400, NOT_FOUND)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: baseUrl(server),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function baseUrl(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`
}
