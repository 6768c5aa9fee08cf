import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Product } from '../support/product.ts'
import { newAddress, newestMail } from './people.ts'

/** The server and its gateway, as a payment journey uses them. */
export type Shop = Pick<Product, 'url' | 'simulatorUrl'>

type Checkout = { tx_ref: string; url: string; email: string; amount: number; currency: string; state: string }
type AtGateway = {
  links: Checkout[]
  transactions: { id: number; status: string; tx_ref: string }[]
  webhooks: { answers: { status: number | null }[] }[]
}

/** The gateway's state of a reference, or its newest entries. */
export async function atGateway(shop: Shop, txRef?: string): Promise<AtGateway> {
  const answer = await fetch(`${shop.simulatorUrl}/control/state${txRef ? `?tx_ref=${txRef}` : ''}`)
  return (await answer.json()) as AtGateway
}

/** The checkouts that the gateway has made for somebody. */
export async function checkoutsOf(shop: Shop, email: string): Promise<Checkout[]> {
  return (await atGateway(shop)).links.filter((link) => link.email === email)
}

/** Acts as the payer on the payment page, without a browser. */
export function payAtGateway(shop: Shop, txRef: string, outcome: 'approve' | 'decline' | 'wrong_pin' | 'timeout') {
  return control(shop, 'pay', { tx_ref: txRef, outcome })
}

/** Chooses what happens next at the gateway. */
export function chooseScenario(
  shop: Shop,
  scenario: string,
  match: { tx_ref?: string; path?: string; email?: string },
) {
  return control(shop, 'scenario', { scenario, match })
}

async function control(
  shop: Shop,
  action: string,
  body: object,
): Promise<{ redirect_to: string | null; transaction: { id: number } | null }> {
  const answer = await fetch(`${shop.simulatorUrl}/control/${action}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Error(`${action} was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { redirect_to: string | null; transaction: { id: number } | null }
}

/** Moves the shared clock of server, jobs and gateway; due jobs have run when this returns. */
export async function advance(shop: Shop, duration: string): Promise<void> {
  const answer = await fetch(`${shop.url}/dev/clock`, {
    method: 'POST',
    body: JSON.stringify({ advance: duration }),
    headers: { 'content-type': 'application/json', origin: shop.url },
  })
  if (!answer.ok) throw new Error(`the clock answered ${answer.status}`)
}

/** Posts a form as a page does: with its origin, without following redirects. */
export function postForm(request: APIRequestContext, shop: Shop, path: string, form: Record<string, string>) {
  return request.post(`${shop.url}${path}`, { form, headers: { origin: shop.url }, maxRedirects: 0 })
}

/** Makes this browser a signed-in fan with a complete profile, with the same forms that a person uses. Returns the email address. */
export async function becomeFan(context: BrowserContext, shop: Shop, name: string): Promise<string> {
  const address = newAddress(name.toLowerCase())
  await postForm(context.request, shop, '/auth?mode=sign-up', { email: address, mode: 'sign-up', user_type: 'fan' })
  const { code } = await newestMail(address, 0, shop.url)
  const proven = await postForm(context.request, shop, '/auth/code', { intent: 'verify', code })
  expect(proven.headers().location).toContain('/profile-setup')
  const set = await context.request.post(`${shop.url}/profile-setup`, {
    multipart: {
      display_name: name,
      username: '',
      whatsapp_number: '',
      bio: '',
      'birthday-day': '4',
      'birthday-month': '7',
      'birthday-year': '1994',
    },
    headers: { origin: shop.url },
    maxRedirects: 0,
  })
  expect(set.status()).toBe(303)
  return address
}

/** Opens the dialog of a pass as a fan, types the number and continues to the payment page. Returns the payment's reference. */
export async function goToCheckout(
  page: Page,
  shop: Shop,
  email: string,
  plan: 'monthly' | 'annual' = 'monthly',
): Promise<string> {
  await page.goto(`${shop.url}/subscribe?currency=UGX&pay=${plan}`)
  await page.getByLabel('Mobile money number').fill('772 123 456')
  await page.getByRole('button', { name: /^Pay UGX/ }).click()
  await page.waitForURL(/hosted\/pay/)
  return referenceAt(page, shop, email)
}

/** The reference of the checkout that this page shows. */
export async function referenceAt(page: Page, shop: Shop, email: string): Promise<string> {
  const path = new URL(page.url()).pathname
  const checkout = (await checkoutsOf(shop, email)).find((link) => new URL(link.url).pathname === path)
  expect(checkout, 'the payment page belongs to a checkout of this buyer').toBeTruthy()
  return checkout!.tx_ref
}

/** Applies a scenario from the drawer of the payment page. */
export async function playFromDrawer(page: Page, scenario: string): Promise<void> {
  await page.getByText('Simulator controls').click()
  await page.getByRole('button', { name: new RegExp(`^${scenario} `) }).click()
}

/** Retries until the premium feed opens. */
export async function expectAccess(page: Page, shop: Shop, within = 15_000): Promise<void> {
  await expect(async () => {
    await page.goto(`${shop.url}/unblocked-feed`)
    await expect(page.getByRole('heading', { name: /Premium Peach/ })).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: within, intervals: [200, 300, 500] })
}

/** Opens the premium feed and is redirected to the plans, with the message for a fan without a pass. */
export async function expectNoAccess(page: Page, shop: Shop): Promise<void> {
  // The first arrival of a new fan is redirected without an error; this checks the later ones.
  await page.request.get(`${shop.url}/unblocked-feed`, { maxRedirects: 0 })
  await page.goto(`${shop.url}/unblocked-feed`)
  await expect(page).toHaveURL(/\/subscribe$/)
  await expect(page.getByText('Premium Access Required', { exact: true })).toBeVisible()
  await expect(page.getByText('Subscribe to unlock all Peaches!', { exact: true })).toBeVisible()
}
