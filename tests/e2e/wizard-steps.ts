import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { base, newestMail, typeCode } from './people.ts'

export const WIZARD = '/onboarding'

/** A photo of noise, as a file to choose. */
export async function photoFile(name = 'photo.jpg', edge = 480) {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
  const buffer = await sharp({ create: { width: edge, height: edge, channels: 3, background: '#884422', noise } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** From the intro through the email code to the first page. */
export async function beginWizard(page: Page, address: string): Promise<void> {
  await page.goto(`${base()}${WIZARD}`)
  await page.getByRole('link', { name: 'Let\u0027s Go' }).click()
  await page.getByLabel('Email').fill(address)
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await page.waitForURL(`**${WIZARD}/code`)
  await typeCode(page, /code/i, (await newestMail(address)).code)
  await page.waitForURL(`**${WIZARD}/profile`)
}

export type ProfileTyped = { name: string; username: string; birthday?: [string, string, string] }

export async function fillProfile(page: Page, typed: ProfileTyped): Promise<void> {
  const [day, month, year] = typed.birthday ?? ['29', '2', '1996']
  await page.getByLabel('WhatsApp number').fill('0772 123 456')
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Month').fill(month)
  await page.getByLabel('Year').fill(year)
  await page.getByLabel('Display name').fill(typed.name)
  await page.getByLabel('Username').fill(typed.username)
  await page.getByLabel('Location').fill('Kampala')
  await page.getByLabel('Bio').fill('Dancer. New set every Friday, voice notes on request.')
}

/** Today as the day, month and year of Kampala. */
export function todayInKampala(): [string, string, string] {
  const at = new Date(Date.now() + 3 * 3_600_000)
  return [String(at.getUTCDate()), String(at.getUTCMonth() + 1), String(at.getUTCFullYear())]
}

export async function fillProofDate(page: Page, [day, month, year] = todayInKampala()): Promise<void> {
  const name = page.getByLabel('Legal name')
  if (await name.isVisible()) await name.fill('Amina Nakato')
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Month').fill(month)
  await page.getByLabel('Year').fill(year)
}

/** With script from a visitor up to a page of the wizard. */
export async function applyAsFarAs(
  page: Page,
  step: 'first-post' | 'prices' | 'verification',
  address: string,
  typed: ProfileTyped,
): Promise<void> {
  const goOn = () => page.getByRole('button', { name: 'Continue' }).click()
  await beginWizard(page, address)
  await fillProfile(page, typed)
  await goOn()
  await page.waitForURL(`**${WIZARD}/first-post`)
  if (step === 'first-post') return
  await page.getByLabel('Choose a photo').setInputFiles(await photoFile())
  await page.getByText(/^Uploaded, /).waitFor()
  await goOn()
  await page.waitForURL(`**${WIZARD}/prices`)
  if (step === 'prices') return
  await goOn()
  await page.waitForURL(`**${WIZARD}/verification`)
}

/** The whole wizard with script, from a visitor to an application in review. Ends at the tour. */
export async function applyAsCreator(page: Page, address: string, typed: ProfileTyped): Promise<void> {
  await applyAsFarAs(page, 'verification', address, typed)
  for (const kind of ['selfie', 'identity_document', 'proof_of_address']) {
    await page.locator(`#${kind}`).setInputFiles(await photoFile(`${kind}.jpg`))
    await page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().includes('verification'),
    )
  }
  await fillProofDate(page)
  await page.getByRole('button', { name: 'Submit & Go Live' }).click()
  await page.waitForURL(`**${WIZARD}/tour`)
}
