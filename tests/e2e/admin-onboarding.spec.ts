import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { shownCode } from '#tests/support/shown-code.ts'
import { base, confirmAdult, newAddress, newestMail, signUpFan, typeCode } from './people.ts'
import { windowOfStaff } from './staff-people.ts'

const PASSWORD = 'a mango tree by the lake'
const ROLES = {
  'content-moderator': { label: 'Content moderator', tabs: ['Overview', 'Peaches', 'Content', 'Activity'] },
  'earnings-manager': { label: 'Earnings manager', tabs: ['Overview', 'Earnings', 'Activity'] },
  support: { label: 'Support', tabs: ['Overview', 'Viewers', 'Activity'] },
  'super-admin': {
    label: 'Super-admin',
    tabs: ['Overview', 'Invites', 'Plans', 'Peaches', 'Viewers', 'Content', 'Earnings', 'Activity'],
  },
} as const
type Role = keyof typeof ROLES

const officialAddress = () => `${newAddress('team').split('@')[0]!}@peach.example`

/** The owner invites an address. Returns the link that the list shows. */
async function invite(browser: Browser, address: string, role: Role | 'choose', scripted = true): Promise<string> {
  const context = await windowOfStaff(browser, 'owner', { javaScriptEnabled: scripted })
  const page = await context.newPage()
  await page.goto(`${base()}/admin/invites`)
  await page.getByLabel('Email of the new admin').fill(address)
  await page.getByLabel('Role').selectOption(role)
  await page.getByRole('button', { name: 'Generate Invite' }).click()
  await expect(page.getByText('Invite generated')).toBeVisible()
  const link = await page.getByLabel(`Link of ${address}`, { exact: true }).inputValue()
  await context.close()
  return link
}

/** Confirms the invited mailbox: from the link to the profile step. */
async function confirmMailbox(page: Page, link: string, address: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByText('Invite found')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(address)
  await page.getByRole('button', { name: 'Continue' }).click()
  await typeCode(page, 'Code from the email', (await newestCode(address)).code)
  await expect(page).toHaveURL(/\/admin-onboarding\/profile$/)
}

/** The invite is the first mail to an address; codes follow. */
const newestCode = (address: string, after = 1) => newestMail(address, after)

async function fillSecurity(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Password again' }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: /Admin Terms of Use/ }).check({ force: true })
  await page.getByRole('checkbox', { name: /sensitive platform data/ }).check({ force: true })
}

async function walkTour(page: Page): Promise<void> {
  const titles = [
    'Approve creators and review content',
    'Analytics and payouts',
    'Flag abusive viewers and suspend creators',
    'Moderate bookings, chats, complaints',
  ]
  for (const [index, title] of titles.entries()) {
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    if (index < titles.length - 1) await page.getByRole('link', { name: 'Next' }).click()
  }
  await page.getByRole('button', { name: 'Open the dashboard' }).click()
  await expect(page).toHaveURL(/\/admin$/)
}

for (const [role, { label, tabs }] of Object.entries(ROLES) as [Role, (typeof ROLES)[Role]][]) {
  const scripted = role !== 'support'
  test(`ONB-A-01 ONB-A-02 ONB-A-03 ONB-A-05 ADMIN-02 an invited ${role} reaches the dashboard${scripted ? '' : ', no script'}`, async ({
    browser,
  }) => {
    const address = officialAddress()
    const chooses = role === 'content-moderator'
    const link = await invite(browser, address, chooses ? 'choose' : role, scripted)
    const context = await browser.newContext({ javaScriptEnabled: scripted })
    const page = await context.newPage()
    await confirmMailbox(page, link, address)
    await page.getByLabel('Name').fill('Ruth N')
    if (chooses) await page.getByRole('radio', { name: new RegExp(role) }).check({ force: true })
    else await expect(page.getByText(`Role: ${label}`)).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Security and permissions' })).toBeVisible()
    await fillSecurity(page)
    if (!chooses) {
      // The role needs a second factor; only the demo can skip it.
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('alert')).toContainText('Your role needs a second step')
      await fillSecurity(page)
    }
    await page.getByRole('button', { name: chooses ? 'Continue' : 'Skip in this demo' }).click()
    await walkTour(page)
    const navigation = page.getByRole('navigation', { name: 'Dashboard' }).filter({ visible: true })
    if (!(await navigation.isVisible().catch(() => false))) await page.locator('.admin-select > summary').click()
    await expect(
      page.getByRole('navigation', { name: 'Dashboard' }).filter({ visible: true }).getByRole('link'),
    ).toHaveText(tabs.map((tab) => new RegExp(`^${tab}(\\d+ waiting)?$`)))
    await context.close()

    const late = await browser.newContext()
    const second = await late.newPage()
    const answer = await second.goto(link)
    expect(answer!.status()).toBe(410)
    await expect(second.getByRole('alert')).toContainText('Invalid, expired, or already used invite')
    await late.close()
  })
}

test('ONB-A-04b an authenticator set up during onboarding is required at /owner-login, and a recovery code works once', async ({
  browser,
}) => {
  const address = officialAddress()
  const link = await invite(browser, address, 'support')
  const context = await browser.newContext()
  const page = await context.newPage()
  await confirmMailbox(page, link, address)
  await page.getByLabel('Name').fill('Ruth N')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const key = (await page.locator('.typed-key > span').textContent())!
  await fillSecurity(page)
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('This code is wrong or expired')
  await expect(page.locator('.typed-key > span')).toHaveText(key)
  await fillSecurity(page)
  await page.getByLabel('Code from the app').fill(await shownCode(key, -1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I saved these codes' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto(`${base()}/admin-onboarding/recovery-codes`)
  await expect(page).toHaveURL(/\/tour$/)
  await context.close()

  await signInWithFactor(browser, address, await shownCode(key, 0))
  await signInWithFactor(browser, address, codes[0]!.toLowerCase())
  const again = await browser.newContext()
  const refused = await again.newPage()
  await reachSecondStep(refused, address)
  await refused.getByLabel('Code').fill(codes[0]!)
  await refused.getByRole('button', { name: 'Access Platform' }).click()
  await expect(refused.getByRole('alert')).toBeVisible()
  await refused.goto(`${base()}/admin`)
  await expect(refused).toHaveURL(/\/owner-login/)
  await again.close()
})

async function reachSecondStep(page: Page, address: string): Promise<void> {
  await page.goto(`${base()}/owner-login`)
  await page.getByLabel(/Owner e-?mail/).fill(address)
  await page.getByRole('textbox', { name: 'Secret key' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Access Platform' }).click()
  await expect(page).toHaveURL(/second-factor$/)
}

async function signInWithFactor(browser: Browser, address: string, factor: string): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await reachSecondStep(page, address)
  if (/^\d+$/.test(factor)) {
    await typeCode(page, 'Code', factor)
    await expect(page).toHaveURL(/\/admin$/)
    await expectNothingSentUnchosen(page)
  } else {
    await page.getByLabel('Code').fill(factor)
    await page.getByRole('button', { name: 'Access Platform' }).click()
    await expect(page).toHaveURL(/\/admin$/)
  }
  await context.close()
}

/** Of a form with several buttons the person says which: six digits alone change no app, codes or passkeys. */
async function expectNothingSentUnchosen(page: Page): Promise<void> {
  await page.goto(`${base()}/admin/security`)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await typeCode(page, 'Current code', '000000')
  await page.waitForTimeout(500)
  expect(sent.filter((path) => path.startsWith('/admin/'))).toEqual([])
  await page.getByRole('button', { name: 'Get new recovery codes' }).click()
  await expect.poll(() => sent.filter((path) => path.startsWith('/admin/'))).toHaveLength(1)
}

test('ONB-A-01 without an invite every onboarding page redirects away', async ({ page }) => {
  for (const path of ['', '/profile', '/security']) {
    await page.goto(`${base()}/admin-onboarding${path}`)
    await expect(page).toHaveURL(/\/admin-unauthorized$/)
    await expect(page.getByText(/Only official Peach team members with valid invites/)).toBeVisible()
  }
  for (const path of ['/tour', '/recovery-codes']) {
    await page.goto(`${base()}/admin-onboarding${path}`)
    await expect(page).toHaveURL(/\/owner-login\?returnTo=%2Fadmin-onboarding/)
  }
  await page.goto(`${base()}/admin-unauthorized`)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(`${base()}/`)
})

test('ONB-A-02a ONB-A-03a ONB-A-04a every mistake on the way is told in the specified words, and what was typed stays', async ({
  browser,
}) => {
  const address = officialAddress()
  const link = await invite(browser, address, 'choose')
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(link)
  const refused = async (typed: string, message: string) => {
    await page.getByLabel('Email').fill(typed)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toContainText(message)
  }
  await refused('', 'Email is required')
  await refused('ruth@mail.example', 'Only official Peach admin emails are allowed')
  await expect(page.getByLabel('Email')).toHaveValue('ruth@mail.example')
  await refused(officialAddress(), 'Invalid, expired, or already used invite')
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  const { code } = await newestCode(address)
  await typeCode(page, 'Code from the email', '000000')
  if (code !== '000000')
    await expect(page.getByRole('alert')).toContainText('The verification code is invalid or expired.')
  await typeCode(page, 'Code from the email', code)
  await expect(page.getByRole('heading', { name: 'Admin profile' })).toBeVisible()

  await page.goto(`${base()}/admin-onboarding/security`)
  await expect(page).toHaveURL(/\/profile$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter your name')
  await expect(page.getByRole('alert')).toContainText('Choose your role')
  await page.getByLabel('Name').fill('Ruth N')
  await expect(page.getByRole('radio', { name: /super-admin/ })).toHaveCount(0)
  await page.getByRole('radio', { name: /content-moderator/ }).check({ force: true })
  await page.setInputFiles('input[name=picture]', {
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('This is not a photo we can use')
  await expect(page.getByLabel('Name')).toHaveValue('Ruth N')
  await page.goto(link)
  await expect(page).toHaveURL(/\/admin-onboarding\/security$/)

  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('short')
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const message of [
    'Password must be at least 8 characters',
    'Passwords do not match',
    'You must accept the Admin Terms of Use',
    'You must acknowledge access to sensitive platform data',
  ])
    await expect(page.getByRole('alert')).toContainText(message)
  await context.close()
})

test('ADMIN-02a ADMIN-02b the list shows active invites; deleting one can be undone, and an empty address is refused', async ({
  browser,
}) => {
  const address = officialAddress()
  const link = await invite(browser, address, 'earnings-manager')
  const context = await windowOfStaff(browser, 'super', { width: 1280 })
  const page = await context.newPage()
  await page.goto(`${base()}/admin/invites`)
  await page.getByRole('button', { name: 'Generate Invite' }).click()
  await expect(page.getByRole('alert')).toContainText('Please enter an email address')
  await page.getByLabel('Email of the new admin').fill(address)
  await page.getByRole('button', { name: 'Generate Invite' }).click()
  await expect(page.getByRole('alert')).toContainText('already has an active invite')
  const row = page.getByRole('listitem').filter({ hasText: address })
  await expect(row).toContainText('Active')
  await page.getByRole('button', { name: `Delete invite of ${address}` }).click()
  await expect(page.getByText('Invite deleted. The link no longer works.')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect((await page.request.get(link)).status()).toBe(410)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Active')
  expect((await page.request.get(link)).status()).toBe(200)
  await context.close()
})

/** Adds a virtual authenticator to the page: it stores passkeys and confirms immediately. */
async function withAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('ONB-A-04 a staff member enrols with a passkey, which is the second step at /owner-login and never the first', async ({
  browser,
}) => {
  const address = officialAddress()
  const link = await invite(browser, address, 'support')
  const context = await browser.newContext()
  const page = await context.newPage()
  await withAuthenticator(context, page)
  await confirmMailbox(page, link, address)
  await page.getByLabel('Name').fill('Ruth N')
  await page.getByRole('button', { name: 'Continue' }).click()
  await fillSecurity(page)
  await page.getByRole('button', { name: 'Use a passkey on this device' }).click()
  await expect(page.getByText('Ready', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  await page.getByRole('button', { name: 'I saved these codes' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.goto(`${base()}/admin/security`)
  await expect(page.getByRole('button', { name: 'Remove Passkey' })).toBeVisible()
  // Without an app no code is needed for new recovery codes.
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await expect(page.getByRole('region', { name: 'New recovery codes' })).toBeVisible()
  await page.getByRole('button', { name: 'I saved these codes' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).filter({ visible: true }).click()

  await page.goto(`${base()}/auth`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/owner-login$/)
  await reachSecondStep(page, address)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await context.close()
})

test('a fan signs in with a passkey, and cannot after removing it', async ({ browser }) => {
  const context = await browser.newContext()
  await confirmAdult(context)
  const page = await context.newPage()
  await withAuthenticator(context, page)
  await signUpFan(page, newAddress('passkey'), 'Passkey Fan')
  await page.goto(`${base()}/profile/security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await context.clearCookies()
  await confirmAdult(context)
  await page.goto(`${base()}/auth`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).not.toHaveURL(/\/auth/)
  await page.goto(`${base()}/profile/security`)
  await page.getByRole('button', { name: 'Remove Passkey' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await context.clearCookies()
  await page.goto(`${base()}/auth`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey opens no account here.')).toBeVisible()
  await context.close()
})
