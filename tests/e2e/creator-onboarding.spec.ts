import { type APIRequestContext, expect, test } from '@playwright/test'
import sharp from 'sharp'
import { base, newAddress, newestMail, typeCode } from './people.ts'
import { windowOf, windowOfVisitor } from './sessions.ts'
import { applyAsCreator, beginWizard, fillProfile, fillProofDate, photoFile, WIZARD } from './wizard-steps.ts'

const mark = () => Math.random().toString(36).slice(2, 8)
const at = (step: string) => `${base()}${WIZARD}/${step}`

test('ONB-C-01 ONB-C-02 ONB-C-03 ONB-C-04 ONB-C-05 ONB-C-06 ONB-C-07 from the landing page to an application in review, in two browsers', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const name = `wizard_${mark()}`
  const address = newAddress('creator')
  await page.goto(base())
  await page.getByRole('link', { name: 'Become a Creator' }).first().click()
  await expect(page.getByRole('heading', { name: 'Become a Peach Creator' })).toBeVisible()
  // A later step can't be opened by its address.
  for (const step of ['profile', 'first-post', 'prices', 'verification', 'tour']) {
    await page.goto(at(step))
    await expect(page).toHaveURL(`${base()}${WIZARD}`)
  }
  await beginWizard(page, address)
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await expect(page.getByText('25%')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(address)
  await page.goto(at('verification'))
  await expect(page).toHaveURL(at('profile'))

  // Continue is disabled with a reason; a fourth tag can't be chosen.
  const go = page.getByRole('button', { name: 'Continue' })
  await expect(go).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Enter your WhatsApp number')).toBeVisible()
  await fillProfile(page, { name: 'Wizard W', username: 'AMINA_K' })
  await expect(page.getByText('Taken')).toBeVisible()
  await page.getByLabel('Username').fill(name.toUpperCase())
  await expect(page.getByLabel('Username')).toHaveValue(name)
  await expect(page.getByText('Available', { exact: true })).toBeVisible()
  for (const tag of ['new', 'creative', 'dancer'])
    await page.getByRole('checkbox', { name: tag }).click({ force: true })
  await expect(page.getByText('Pick up to 3. You have 3, take one off to change')).toBeVisible()
  const fourth = page.getByRole('checkbox', { name: 'music' })
  await expect(fourth).toHaveAttribute('aria-disabled', 'true')
  await fourth.click({ force: true })
  await expect(fourth).not.toBeChecked()
  await expect(page.getByText(/Saved \d\d:\d\d$/)).toBeVisible()
  await expect(go).not.toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Add a photo').setInputFiles(await photoFile('face.jpg'))
  await expect(page.getByText(/^Uploaded, /)).toBeVisible()

  // After closing here, the wizard continues in another browser with everything that was typed.
  const context = await windowOfVisitor(browser)
  const second = await context.newPage()
  await second.goto(`${base()}/auth`)
  await second.getByLabel('Email').fill(address)
  await expect(async () => {
    await second.getByRole('button', { name: 'Send Login Code' }).click()
    await second.waitForURL('**/auth/code', { timeout: 2_000 })
  }).toPass({ timeout: 90_000, intervals: [5_000] })
  await typeCode(second, /code/i, (await newestMail(address, 1)).code)
  await second.waitForURL(at('profile'))
  // So it does from the intro, which Back still shows.
  await second.goto(`${base()}${WIZARD}`)
  await second.waitForURL(at('profile'))
  await second.getByRole('link', { name: 'Back' }).click()
  await second.getByRole('link', { name: 'Let\u0027s Go' }).click()
  await expect(second.getByLabel('Display name')).toHaveValue('Wizard W')
  await expect(second.getByRole('checkbox', { name: 'dancer' })).toBeChecked()
  await second.getByRole('button', { name: 'Continue' }).click()
  await second.waitForURL(at('first-post'))

  // The first browser is out of date: it shows a message, keeps what was typed, and overwrites nothing newer.
  await page.getByLabel('Bio').fill('An older page')
  await go.click()
  await expect(page.getByText(/changed in another tab or on another device/).first()).toBeVisible()
  await expect(page.getByLabel('Bio')).toHaveValue('An older page')
  await page.close()

  await expect(second.getByText('Step 2 of 4')).toBeVisible()
  const next = second.getByRole('button', { name: 'Continue' })
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await expect(second.getByRole('radio', { name: 'UGX\u00a050,000' })).toBeChecked()
  await expect(second.getByText('UGX\u00a040,000')).toBeVisible()
  await second.getByLabel('Choose a photo').setInputFiles(await photoFile())
  await expect(second.getByText(/^Uploaded, /)).toBeVisible()
  await second.getByLabel('Other amount').fill('30,000')
  await expect(second.getByText('UGX\u00a024,000')).toBeVisible()
  await next.click()
  await second.waitForURL(at('prices'))

  await expect(second.getByText('75%')).toBeVisible()
  await expect(second.getByRole('radio', { name: /180,000/ })).toBeChecked()
  await expect(second.getByText('UGX\u00a05,040,000')).toBeVisible()
  await second.getByRole('radio', { name: /350,000/ }).check({ force: true })
  await expect(second.getByText('UGX\u00a07,760,000')).toBeVisible()
  await expect(second.getByText('An example, not a promise.')).toBeVisible()
  await second.getByRole('link', { name: 'Back' }).click()
  await expect(second).toHaveURL(at('first-post'))
  await expect(second.getByLabel('Other amount')).toHaveValue('30000')
  await second.goto(at('prices'))
  await second.getByRole('button', { name: 'Continue' }).click()
  await second.waitForURL(at('verification'))

  const submit = second.getByRole('button', { name: 'Submit & Go Live' })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(second.getByText('Add a photo first')).toBeVisible()
  await second.locator('#selfie').setInputFiles(await photoFile('selfie.jpg'))
  await expect(second.getByText('Preview hidden, tap to show')).toHaveCount(1)
  await expect(second.getByText('Change Photo').first()).toBeVisible()
  await second.locator('#identity_document').setInputFiles(await photoFile('id.jpg'))
  await expect(second.getByText('Preview hidden, tap to show')).toHaveCount(2)
  // After a reload the upload is still there.
  await second.reload()
  await expect(second.getByText('Preview hidden, tap to show')).toHaveCount(2)
  // On a slow connection submitting waits for the last file and shows it.
  let letThrough!: () => void
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await second.route('**/uploads**', async (route) => {
    await held
    await route.continue()
  })
  await second.locator('#proof_of_address').setInputFiles(await photoFile('bill.jpg'))
  await fillProofDate(second, ['1', '1', '2026'])
  await expect(second.getByText('Your proof of address must be under 3 months old').first()).toBeVisible()
  await fillProofDate(second)
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true')
  await submit.click()
  await expect(second.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  letThrough()
  await second.waitForURL(at('tour'), { timeout: 30_000 })

  await expect(second.getByText('UGX\u00a00')).toBeVisible()
  for (const tip of ['Earnings', 'Content feed', 'Chat with fans', 'Daily and weekly goal']) {
    await expect(second.getByRole('heading', { name: tip })).toBeVisible()
    await second.getByRole(tip.startsWith('Daily') ? 'button' : 'link', { name: 'Next', exact: true }).click()
  }
  await second.waitForURL('**/dashboard')
  await expect(second.getByText('In review').first()).toBeVisible()
  // The application can't be sent again, and no one else sees the page yet.
  await second.goto(at('profile'))
  await expect(second).toHaveURL(`${base()}/dashboard`)
  const visitor = await windowOfVisitor(browser)
  const answer = await visitor.request.get(`${base()}/${name}`, { maxRedirects: 0 })
  expect(answer.headers().location).toBe('/public-feed')
  await visitor.close()
  await context.close()
})

test('ONB-C-01 the focus stays in the field while typing after an error', async ({ page }) => {
  await beginWizard(page, newAddress('mistaken'))
  const name = page.getByLabel('Display name')
  await name.fill('Mistaken M')
  // The button is disabled until all fields are filled; errors of the server still come back.
  await name.evaluate((field: HTMLInputElement) => field.form!.requestSubmit())
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  const username = page.getByLabel('Username')
  await username.click()
  await username.pressSequentially('mistaken_m')
  await expect(username).toBeFocused()
  await expect(username).toHaveValue('mistaken_m')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('ONB-C-01 ONB-C-07 the whole wizard works as plain forms, with the files in them', async ({ page }) => {
    test.setTimeout(120_000)
    await beginWizard(page, newAddress('plain-creator'))
    const go = page.getByRole('button', { name: 'Continue' })
    // Errors come back with what was typed.
    await page.getByLabel('Display name').fill('Plain P')
    await go.click()
    await expect(page.getByText('There is a problem')).toBeVisible()
    await expect(page.getByLabel('Display name')).toHaveValue('Plain P')
    for (const tag of ['new', 'vip', 'music', 'dancer'])
      await page.getByRole('checkbox', { name: tag }).click({ force: true })
    await fillProfile(page, { name: 'Plain P', username: `plain_${mark()}` })
    await go.click()
    await expect(page.getByText('Choose at most 3 tags').first()).toBeVisible()
    await page.getByRole('checkbox', { name: 'vip' }).click({ force: true })
    await page.getByLabel('Add a photo').setInputFiles(await photoFile('face.jpg'))
    await go.click()
    await expect(page).toHaveURL(at('first-post'))

    await go.click()
    await expect(page.getByText('Choose a photo for your first post').first()).toBeVisible()
    await page.getByLabel('Choose a photo').setInputFiles(await photoFile())
    await go.click()
    await expect(page).toHaveURL(at('prices'))
    await go.click()
    await expect(page).toHaveURL(at('verification'))

    const submit = page.getByRole('button', { name: 'Submit & Go Live' })
    await page.locator('#selfie').setInputFiles(await photoFile('selfie.jpg'))
    await submit.click()
    await expect(page.getByText('Add your identity document').first()).toBeVisible()
    await expect(page.getByText('Preview hidden, tap to show')).toHaveCount(1)
    await page.locator('#identity_document').setInputFiles(await photoFile('id.jpg'))
    await page.locator('#proof_of_address').setInputFiles(await photoFile('bill.jpg'))
    await page.getByRole('button', { name: 'Keep the chosen files' }).click()
    await expect(page.getByText('Preview hidden, tap to show')).toHaveCount(3)
    await fillProofDate(page)
    await submit.click()
    await expect(page).toHaveURL(at('tour'))
    await page.getByRole('button', { name: 'Skip Tour' }).click()
    await expect(page).toHaveURL(`${base()}/dashboard`)
  })
})

test('ONB-C-02 ONB-C-03 ONB-C-04 ONB-C-08b bad input in each step shows a clear message, keeps the draft and stores nothing else', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await beginWizard(page, newAddress('clumsy'))
  const username = `clumsy_${mark()}`
  const profile = {
    display_name: 'Clumsy',
    username,
    whatsapp_number: '0772123456',
    city: 'Gulu',
    bio: 'A line',
    'birthday-day': '29',
    'birthday-month': '2',
    'birthday-year': '1996',
  }
  const description = async (
    step: string,
    form: Record<string, string | { name: string; mimeType: string; buffer: Buffer }>,
  ) => {
    const answer = await post(page.request, step, form)
    expect(answer.status, JSON.stringify(form).slice(0, 200)).toBeLessThan(500)
    return answer
  }
  const tomorrow = new Date(Date.now() + 27 * 3_600_000)
  const [day, month, year] = [tomorrow.getUTCDate(), tomorrow.getUTCMonth() + 1, tomorrow.getUTCFullYear()]
  for (const [typed, message] of [
    [{ ...profile, display_name: '', bio: '', city: '', whatsapp_number: '' }, 'Enter your WhatsApp number'],
    [{ ...profile, display_name: 'x'.repeat(61) }, 'Use at most 60 characters for your display name'],
    [{ ...profile, bio: 'x'.repeat(301) }, 'Use at most 300 characters for your bio'],
    [{ ...profile, whatsapp_number: '123' }, 'Enter a number like 0772 123 456'],
    [{ ...profile, username: 'admin' }, 'This username is reserved'],
    [{ ...profile, username: 'amina_k' }, 'This username is taken'],
    [
      { ...profile, 'birthday-day': String(day), 'birthday-month': String(month), 'birthday-year': String(year) },
      'Enter your birthday as day',
    ],
    [
      { ...profile, 'birthday-day': String(day), 'birthday-month': String(month), 'birthday-year': String(year - 18) },
      'You must be 18 or older',
    ],
    [{ ...profile, 'birthday-year': '2001' }, 'Enter your birthday as day'],
    [{ ...profile, display_name: '\u0000', username: '__proto__' }, 'Enter your display name'],
    [{ ...profile, tags: 'owner' }, 'Choose tags from the list'],
  ] as const) {
    const answer = await description('profile', typed)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(message)
  }
  // None of it completed the profile; the last input is in the draft.
  await page.goto(at('first-post'))
  await expect(page).toHaveURL(at('profile'))
  await expect(page.getByLabel('Username')).toHaveValue(username)
  // Unknown form fields are ignored: no one gets a role by sending it.
  const { version, tab } = await page.evaluate(() => ({
    version: document.querySelector<HTMLInputElement>('[name=version]')!.value,
    tab: document.querySelector<HTMLInputElement>('[name=tab]')!.value,
  }))
  const done = await description('profile', {
    ...profile,
    version,
    tab,
    user_type: 'owner',
    verification_status: 'approved',
    state: 'approved',
  })
  expect(done.location).toBe(`${WIZARD}/first-post`)

  const flat = { width: 7_200, height: 7_200, channels: 3 as const, background: '#884422' }
  const huge = await sharp({ create: flat, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer()
  const file = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer })
  const post1 = { kind: 'photo', locked: 'yes', price: '50000' }
  for (const [photo, message] of [
    [file('a.jpg', Buffer.alloc(0)), 'This file is empty'],
    [file('a.jpg', Buffer.from('hello, this is text')), 'This is not a photo we can use'],
    [
      file('a.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')),
      'This is not a photo we can use',
    ],
    [file('a.jpg', huge), 'at most 50 megapixels'],
    [
      file('a.jpg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000, 7)])),
      'This photo is damaged',
    ],
  ] as const) {
    const answer = await description('first-post', { ...post1, photo })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(message)
  }
  const video = await description('first-post', { ...post1, kind: 'video', video: await photoFile('film.mp4') })
  expect(video.text).toMatch(/This is a photo\. Choose an MP4, MOV or WebM video\.|can\u2019t be uploaded right now/)
  for (const [typed, message] of [
    [{ ...post1, price: '', other: '999' }, 'Enter a price from UGX 1,000 to UGX 5,000,000'],
    [{ ...post1, price: '1' }, 'Enter the price as a number'],
    [{ ...post1, locked: '' }, 'Choose whether your first post is locked'],
    [post1, 'Choose a photo for your first post'],
  ] as const)
    expect((await description('first-post', typed)).text).toContain(message)
  expect((await description('prices', { subscription: '180000', goal: '100000' })).location).toBe(
    `${WIZARD}/first-post`,
  )
  await page.goto(at('first-post'))
  await page.getByLabel('Choose a photo').setInputFiles(await photoFile())
  await expect(page.getByText(/^Uploaded, /)).toBeVisible()
  await page.getByRole('radio', { name: 'UGX\u00a025,000' }).check({ force: true })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(at('prices'))

  expect((await description('prices', { subscription: '1', goal: '7' })).text).toContain('Choose one of the prices')
  await page.reload()
  await page.getByRole('radio', { name: /120,000/ }).check({ force: true })
  await page.locator('[name=goal][value="100000"]').check({ force: true })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(at('verification'))
  const none = await description('verification', { intent: 'submit' })
  for (const message of ['Add your verification selfie', 'Add your proof of address', 'Enter the date on your proof'])
    expect(none.text).toContain(message)
  const refused = await description('verification', {
    intent: 'submit',
    selfie: file('me.jpg', Buffer.from('no picture')),
  })
  expect(refused.text).toContain('This is not a photo we can use')
})

test('ONB-C-07 ONB-C-05 no one else can read the files of an applicant, and after sending neither can the applicant', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const documents = new Set<string>()
  const uploads = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/documents/')) documents.add(pathname)
    if (pathname.startsWith('/uploads/')) uploads.add(pathname)
  })
  await applyAsCreator(page, newAddress('private'), { name: 'Private P', username: `private_${mark()}` })
  expect(documents.size).toBeGreaterThan(0)
  expect(uploads.size).toBeGreaterThan(0)
  const okello = await windowOf(browser, 'okello')
  for (const path of documents) {
    expect((await okello.request.get(base() + path)).status(), path).toBe(403)
    expect((await page.request.get(base() + path)).status(), `${path} for its sender`).toBe(403)
  }
  // The id of another person's upload gives no picture.
  const [upload] = [...uploads].map((path) => path.split('/').at(-1)!)
  const stolen = await post(okello.request, 'profile', { intent: 'take', upload: upload! })
  expect(stolen.status).toBe(400)
  expect(stolen.text).toContain('This file has expired')
  // A fan starts at the first page, whatever address they open.
  const later = await okello.request.get(at('tour'), { maxRedirects: 0 })
  expect(later.headers().location).toBe(`${WIZARD}/profile`)
  await okello.close()
})

type FormFile = { name: string; mimeType: string; buffer: Buffer }

/** Sends a form as a browser does from the page itself. */
async function post(request: APIRequestContext, step: string, form: Record<string, string | FormFile>) {
  const answer = await request.post(at(step), {
    // The same page keeps writing, so its own older versions cause no conflict.
    multipart: { version: '0', tab: 'one', ...form },
    headers: { origin: base(), 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  })
  const { status, location } = { status: answer.status(), location: answer.headers().location ?? null }
  return { status, location, text: await answer.text() }
}
