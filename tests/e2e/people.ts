import { type BrowserContext, expect, type Page } from '@playwright/test'

export const base = () => process.env.PEACH_URL!
export const simulator = () => process.env.PEACH_SIMULATOR_URL!

/** A new email address. */
export function newAddress(name: string): string {
  return `${name}-${Math.random().toString(36).slice(2, 10)}@fans.example`
}

/** The newest mail to an address, once one newer than `after` has come. */
export async function newestMail(
  address: string,
  after = 0,
  product = base(),
): Promise<{ code: string; link: string; subject: string; sentAt: string }> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const mails = (await (await fetch(`${product}/dev/mail.json?to=${encodeURIComponent(address)}`)).json()) as {
      code: string
      link: string
      subject: string
      sentAt: string
    }[]
    if (mails.length > after) return mails[0]!
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no mail came to ${address}`)
}

/** Confirms the age in this browser, as the 18+ form does. */
export async function confirmAdult(context: BrowserContext, product = base()): Promise<void> {
  await context.addCookies([{ name: 'peach_adult', value: '1', url: product }])
}

/** Signs up a fan with a complete profile; ends on the page that follows. */
export async function signUpFan(
  page: Page,
  address: string,
  name: string,
  start = `${base()}/auth?mode=sign-up`,
): Promise<void> {
  await page.goto(start)
  await page.getByLabel('Email').fill(address)
  await page.getByRole('radio', { name: /Fan/ }).check({ force: true })
  await page
    .getByRole('button', { name: /code|Create|Sign up/i })
    .first()
    .click()
  await page.waitForURL('**/auth/code**')
  await enterCode(page, (await newestMail(address)).code)
  await completeProfile(page, name)
}

/** Completes the profile of a new fan; ends on the page that follows. */
export async function completeProfile(page: Page, name: string): Promise<void> {
  await page.waitForURL('**/profile-setup**')
  await page.getByLabel('Display name').fill(name)
  await page.getByLabel('Day').fill('4')
  await page.getByLabel('Month').fill('7')
  await page.getByLabel('Year').fill('1994')
  await page.getByRole('button', { name: /Save/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/profile-setup'))
}

/** Signs in a person with an account, by the code of the caught mail. */
export async function signIn(page: Page, address: string): Promise<void> {
  const before = (await (await fetch(`${base()}/dev/mail.json?to=${encodeURIComponent(address)}`)).json()) as unknown[]
  await page.goto(`${base()}/auth`)
  await page.getByLabel('Email').fill(address)
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await page.waitForURL('**/auth/code**')
  await enterCode(page, (await newestMail(address, before.length)).code)
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: /code/i }).fill(code)
  // With script the sixth digit submits the form; without script the button does.
  const button = page.getByRole('button', { name: /Verify code/i })
  await button.click({ timeout: 2_000 }).catch(() => {})
  await expect(page).not.toHaveURL(/auth\/code/, { timeout: 10_000 })
}

/** Types a code into its field; with script its sixth digit sends the form. */
export async function typeCode(page: Page, label: string | RegExp, code: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label })
  if (await runsScript(page)) {
    await scriptStarted(page)
    await field.fill(code)
  } else {
    await field.fill(code)
    await field.press('Enter')
  }
}

/** Whether the page's script is allowed to run. */
export const runsScript = (page: Page) => page.evaluate(() => '__reactRouterManifest' in window)

/** Waits until the page's script has started: before that a click or a key works as it does without script. */
export async function scriptStarted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)
}
