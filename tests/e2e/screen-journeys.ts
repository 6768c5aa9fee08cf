import type { BrowserContext, Page, Response } from '@playwright/test'
import { base, newAddress, newestMail, simulator, typeCode } from './people.ts'
import { beginWizard, fillProfile, fillProofDate, photoFile } from './wizard-steps.ts'

export async function cardSheet(page: Page): Promise<Response | null> {
  const answer = await page.goto(`${base()}/public-feed`)
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^More with/ })
    .click()
  await page.getByRole('link', { name: 'View profile' }).first().waitFor()
  return answer
}

export async function unknownAddress(page: Page): Promise<Response | null> {
  await page.goto(`${base()}/auth`)
  // The same address each time: only a few unknown addresses an hour get this message.
  await page.getByLabel('Email').fill('nobody.has.this@fans.example')
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await page
    .getByText(/Account not found|Check your inbox/)
    .first()
    .waitFor()
  return null
}

export async function payMistake(page: Page): Promise<Response | null> {
  await page.goto(`${base()}/subscribe?pay=annual&currency=UGX`)
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByText('There is a problem').waitFor()
  return null
}

/** Starts a payment as a visitor, acts on the payer's phone, and opens the page that the gateway redirects to. */
export async function callback(page: Page, outcome: 'approve' | 'decline' | null): Promise<Response | null> {
  const txRef = await startPayment(page, newAddress('payer'))
  if (outcome)
    await fetch(`${simulator()}/control/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tx_ref: txRef, outcome }),
    })
  const claimed = outcome === 'decline' ? '&status=failed' : ''
  const answer = await page.goto(`${base()}/payment-callback?tx_ref=${txRef}${claimed}`)
  if (outcome === 'approve') await page.getByRole('heading', { name: 'Payment received' }).waitFor()
  if (outcome === 'decline')
    await page.getByRole('heading', { name: /You declined the payment|Payment was cancelled/ }).waitFor()
  return answer
}

/** Starts a pass payment by mobile money up to the hosted page; returns the reference. */
async function startPayment(page: Page, email: string, name = 'Eve N'): Promise<string> {
  await page.goto(`${base()}/subscribe?pay=monthly&currency=UGX`)
  await page.getByLabel('Mobile money number').fill('772 123 456')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL(/hosted\/pay/)
  const state = (await (await fetch(`${simulator()}/control/state`)).json()) as {
    links: { tx_ref: string; email: string }[]
  }
  return state.links.find((one) => one.email === email)!.tx_ref
}

const newcomers = new WeakMap<BrowserContext, string>()

export async function code(page: Page): Promise<Response | null> {
  const address = newAddress('newcomer')
  newcomers.set(page.context(), address)
  await page.goto(`${base()}/auth?mode=sign-up`)
  await page.getByLabel('Email').fill(address)
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await page.waitForURL('**/auth/code**')
  return null
}

export async function wrongCode(page: Page): Promise<Response | null> {
  const { code: right } = await newestMail(newcomers.get(page.context())!)
  await typeCode(page, /code/i, right === '000000' ? '000001' : '000000')
  await page
    .getByText(/The verification code is invalid or expired/)
    .first()
    .waitFor()
  return null
}

export async function link(page: Page): Promise<Response | null> {
  const { link: address } = await newestMail(newcomers.get(page.context())!)
  return page.goto(base() + new URL(address).pathname)
}

export async function setup(page: Page): Promise<Response | null> {
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/profile-setup**')
  return null
}

export async function setupMistakes(page: Page): Promise<Response | null> {
  await page.getByRole('button', { name: /Save/ }).click()
  await page.getByText('There is a problem').waitFor()
  return null
}

export async function menu(page: Page): Promise<Response | null> {
  const answer = await page.goto(`${base()}/public-feed`)
  await page.locator('header summary').click()
  await page.getByRole('link', { name: 'View Profile' }).waitFor()
  return answer
}

export async function applyProfile(page: Page): Promise<Response | null> {
  await beginWizard(page, newAddress('applicant'))
  return null
}

export async function applyProfileMistakes(page: Page): Promise<Response | null> {
  await fillProfile(page, { name: 'Applicant A', username: 'amina_k' })
  await goOn(page)
  await page.getByText('There is a problem').waitFor()
  return null
}

export async function applyFirstPost(page: Page): Promise<Response | null> {
  await fillProfile(page, { name: 'Applicant A', username: `applicant_${Math.random().toString(36).slice(2, 8)}` })
  await goOn(page)
  await page.waitForURL('**/onboarding/first-post')
  return null
}

export async function applyPrices(page: Page): Promise<Response | null> {
  await page.goto(`${base()}/onboarding/first-post`)
  await page.getByLabel('Choose a photo').setInputFiles(await photoFile())
  await page.getByText(/^Uploaded, /).waitFor()
  await goOn(page)
  await page.waitForURL('**/onboarding/prices')
  return null
}

export async function applyVerification(page: Page): Promise<Response | null> {
  await goOn(page)
  await page.waitForURL('**/onboarding/verification')
  return null
}

export async function applySelfie(page: Page): Promise<Response | null> {
  await page.locator('#selfie').setInputFiles(await photoFile('selfie.jpg'))
  await page.getByText('Preview hidden, tap to show').waitFor()
  return null
}

export async function applyTour(page: Page): Promise<Response | null> {
  await page.locator('#identity_document').setInputFiles(await photoFile('id.jpg'))
  await page.locator('#proof_of_address').setInputFiles(await photoFile('bill.jpg'))
  await fillProofDate(page)
  await page.getByRole('button', { name: 'Submit & Go Live' }).click()
  await page.waitForURL('**/onboarding/tour')
  return null
}

async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
}
