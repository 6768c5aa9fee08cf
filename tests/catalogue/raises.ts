import { toAdmin } from '#app/admin-links.ts'
import { newId } from '#app/platform/id.ts'
import type { CatalogueId } from '#app/web/catalogue.ts'
import { PAY, payer, type useCatalogue } from './people.ts'

const SETUP = {
  display_name: 'Somebody New',
  'birthday-day': '4',
  'birthday-month': '7',
  'birthday-year': '1994',
}

/** Each text by the real condition that it names; what is read on the way must hold it to the letter. */
export function raisesOf(
  catalogue: ReturnType<typeof useCatalogue>,
): Partial<Record<CatalogueId, () => Promise<string>>> {
  const { fixture, aReader, person, creator, without, started, asked, setCode } = catalogue
  return {
    'payment.not_recorded': () => without('insert', 'purchases', () => aReader().go(PAY, payer())),
    'payment.no_link': async () => {
      const form = payer()
      await fixture.scenario('P31', { email: form.email }, 3)
      return aReader().go(PAY, form)
    },
    'payment.failed_to_start': async () => {
      const form = payer()
      await fixture.scenario('P33', { email: form.email }, 3)
      return aReader().go(PAY, form)
    },
    'payment.not_verified': async () => {
      const { reader, reference } = await started()
      await fixture.scenario('P35.html', { path: '/v3/transactions' }, 3)
      return reader.go(`/payment-callback?tx_ref=${reference}`, { tx_ref: reference })
    },
    'payment.missing': () => aReader().go(PAY, payer({ name: '' })),
    'payment.phone': () => aReader().go(PAY, payer({ phone: '' })),
    'plans.unavailable': () => without('select', 'subscription_plans', () => aReader().go('/subscribe')),
    'plans.already': async () => aReader((await person('fan', { pass: true })).session).go('/subscribe'),
    'callback.no_reference': () => aReader().go('/payment-callback'),
    'callback.cancelled': async () => {
      const { reader, reference } = await started()
      return reader.go(`/payment-callback?tx_ref=${reference}&status=cancelled`)
    },
    'callback.not_successful': async () => {
      const { reader, reference } = await started()
      await fixture.pay(reference, 'wrong_pin')
      return reader.go(`/payment-callback?tx_ref=${reference}&status=failed`)
    },
    'callback.error': async () => {
      const { reader, reference } = await started()
      await fixture.scenario('P35.html', { path: '/v3/transactions' }, 9)
      return reader.go(`/payment-callback?tx_ref=${reference}&status=successful`)
    },
    'gate.sign_in': () => aReader().go('/unblocked-feed'),
    'gate.pass': async () => aReader((await person('fan')).session).go('/unblocked-feed'),
    'gate.failed': async () => {
      const { session } = await person('fan')
      return without('select', 'entitlements', () => aReader(session).go('/unblocked-feed'))
    },
    'auth.not_found': async () => (await asked('sign-in', `${newId()}@catalogue.example`)).read(),
    'auth.exists': async () => (await asked('sign-up', (await person('fan')).email)).read(),
    'auth.error': async () => {
      const { email } = await person('fan')
      return without('insert', 'sign_in_codes', async () => (await asked('sign-in', email)).read())
    },
    'auth.sign_up_error': () =>
      without('insert', 'sign_in_codes', async () => (await asked('sign-up', `${newId()}@catalogue.example`)).read()),
    'auth.authentication_error': async () => {
      const { email } = await person('fan')
      await asked('sign-in', email)
      return (await asked('sign-in', email)).read()
    },
    'auth.check_inbox': async () => (await asked('sign-in', (await person('fan')).email)).read(),
    'auth.account_created': async () => (await asked('sign-up', `${newId()}@catalogue.example`)).read(),
    'auth.invalid_code': async () => {
      const reader = await asked('sign-in', (await person('fan')).email)
      return reader.go('/auth/code', { intent: 'verify', code: '000000' })
    },
    'auth.verification_failed': async () => {
      const reader = await asked('sign-in', (await person('fan')).email)
      return reader.go('/auth/code', { intent: 'verify', code: '12' })
    },
    'auth.failed_to_resend': async () => {
      const reader = await asked('sign-in', (await person('fan')).email)
      return reader.go('/auth/code', { intent: 'resend' })
    },
    'auth.code_sent': async () => {
      const { email } = await person('fan')
      const reader = await asked('sign-in', email)
      await fixture
        .owner()
        .query(`update sign_in_codes set sent_at = sent_at - interval '2 minutes' where email = $1`, [email])
      return reader.go('/auth/code', { intent: 'resend' })
    },
    'auth.session_missing': () => aReader().go('/auth/code', { intent: 'verify', code: '123456' }),
    'auth.invalid_token': () => aReader().go('/auth/link/no-such-token', {}),
    'auth.no_user': () => aReader().go('/profile-setup', { display_name: 'Somebody' }),
    'auth.payment_success': () => aReader().go('/auth?message=payment-success'),
    'auth.signed_out': async () => aReader((await person('fan')).session).go('/sign-out', {}),
    'auth.sign_out_failed': async () => {
      const { session } = await person('fan')
      return without('update (ended_at, ended_because)', 'sessions', () => aReader(session).go('/sign-out', {}))
    },
    'setup.failed': async () => {
      const { session } = await person('fan', { complete: false })
      return without('update (profile_completed)', 'profiles', () => aReader(session).go('/profile-setup', SETUP))
    },
    'setup.complete': async () =>
      aReader((await person('fan', { complete: false })).session).go('/profile-setup', SETUP),
    'setup.too_young': async () =>
      aReader((await person('fan', { complete: false })).session).go('/profile-setup', {
        ...SETUP,
        'birthday-year': '2015',
      }),
    'profile.not_there': () => aReader().go('/nobody_bears_this_name'),
    'profile.reactivate': async () => {
      const { session, username } = await creator(-1)
      return aReader(session).go(`/${username}`)
    },
    'profile.unavailable': async () => aReader().go(`/${(await creator(-1)).username}`),
    'profile.load_failed': async () => {
      const { username } = await creator(5)
      return without('select', 'posts', () => aReader().go(`/${username}`))
    },
    'auth.email_verified': async () => {
      const { email } = await person('fan')
      const reader = await asked('sign-in', email)
      await setCode(email, '123456')
      return reader.go('/auth/code', { intent: 'verify', code: '123456' })
    },
    'auth.account_creation_error': async () => {
      const email = `${newId()}@catalogue.example`
      const reader = await asked('sign-up', email, 'creator')
      await setCode(email, '123456')
      await fixture
        .owner()
        .query(`insert into profiles (id, email, user_type, email_proven_at) values ($1, $2, 'fan', app_now())`, [
          newId(),
          email,
        ])
      return reader.go('/auth/code', { intent: 'verify', code: '123456' })
    },
    'fee.not_processed': async () => {
      const { session } = await creator(null)
      return without('insert', 'purchases', () => aReader(session).go('/creator-subscription?pay=1', payer()))
    },
    'fee.not_checked': async () => {
      const { session } = await creator(null)
      return without('select', 'creators', () => aReader(session).go('/creator-subscription'))
    },
    'fee.verification_failed': async () => {
      const { session, id } = await creator(null)
      const reader = aReader(session)
      await reader.go('/creator-subscription?pay=1', payer())
      const { reference } = await fixture.one<{ reference: string }>(
        'select flutterwave_tx_ref as reference from transactions where user_id = $1',
        [id],
      )
      await fixture.scenario('P35.html', { path: '/v3/transactions' }, 3)
      return reader.go(`/creator-subscription-callback?tx_ref=${reference}`, { tx_ref: reference })
    },
    'fee.sign_in': () => aReader().go('/creator-subscription'),
    'fee.invalid_callback': () => aReader().go('/creator-subscription-callback'),
    'fee.secure': () => aReader().go('/creator-subscription-callback'),
    'owner.wrong': () => aReader().go('/owner-login', { email: 'owner@peach.example', secret: 'wrong' }),
    'owner.database': () =>
      without('insert', 'rate_limit_hits', () =>
        aReader().go('/owner-login', { email: 'owner@peach.example', secret: 'wrong' }),
      ),
    'invites.none': async () => aReader((await person('super-admin')).session).go('/admin/invites'),
    'invites.not_fetched': async () => {
      const { session } = await person('super-admin')
      return without('select', 'admin_invites', () => aReader(session).go('/admin/invites'))
    },
    'invites.email': async () =>
      aReader((await person('super-admin')).session).go('/admin/invites', {
        email: '',
        role: 'choose',
      }),
    'invites.not_generated': async () => {
      const { session } = await person('super-admin')
      const form = { email: `${newId()}@peach.example`, role: 'choose' }
      return without('insert', 'admin_invites', () => aReader(session).go('/admin/invites', form))
    },
    'invites.not_deleted': async () =>
      aReader((await person('super-admin')).session).go(toAdmin.inviteDecision(newId(), 'deletion'), {}),
    'plans.not_loaded': async () => {
      const { session } = await person('super-admin')
      return without('select', 'subscription_plans', () => aReader(session).go('/admin/plans'))
    },
    'plans.not_updated': async () => {
      const { session } = await person('super-admin')
      return without('insert', 'activity', () => aReader(session).go('/admin/plans?edit=monthly', aPlan(10)))
    },
    'plans.updated': async () =>
      aReader((await person('super-admin')).session).go('/admin/plans?edit=monthly', aPlan(5)),
    'promo.not_created': async () => {
      const { session } = await person('super-admin')
      return without('insert', 'promo_codes', () =>
        aReader(session).go('/admin/plans/promo-codes?new=1', aPromo('NEVER')),
      )
    },
    'promo.created': async () =>
      aReader((await person('super-admin')).session).go('/admin/plans/promo-codes?new=1', aPromo('EVER')),
    'invite.invalid': () => aReader().go('/admin-onboarding?invite=unknown', { email: 'a@peach.example' }),
    'invite.not_checked': () =>
      without('select', 'admin_invites', () => aReader().go('/admin-onboarding?invite=unknown')),
    'invite.email': () => aReader().go('/admin-onboarding?invite=unknown', { email: '' }),
    'invite.official': () => aReader().go('/admin-onboarding?invite=unknown', { email: 'a@elsewhere.example' }),
  }
}

/** The monthly plan as it was born, with a discount. */
const aPlan = (discount: number) => ({
  version: '1',
  display_name: 'Monthly',
  price_ugx: '180,000',
  price_usd: '4.99',
  currency: 'UGX',
  discount: String(discount),
  discount_ends: '',
  active: 'on',
})

const aPromo = (code: string) => ({
  code,
  discount: '10',
  ends: '2190-01-01T00:00',
  plan_monthly: 'on',
})

/** Raised by tests that stand with their doors, because the way to them is long: the test of this title in this file. */
const OWNER_LOGIN = 'app/web/auth/owner-login.db.test.ts'
const WIZARD = {
  file: 'tests/e2e/admin-onboarding.spec.ts',
  title: 'every mistake on the way is told in the specified words, and what was typed stays',
}
export const ELSEWHERE: Partial<Record<CatalogueId, { file: string; title: string }>> = {
  'owner.error': {
    file: OWNER_LOGIN,
    title: 'a database that does not answer is a database error; anything else is an error',
  },
  'owner.welcome': {
    file: 'tests/staff-factor.db.test.ts',
    title: 'a button continues without it, in that session only',
  },
  'invite.password': WIZARD,
  'invite.passwords_differ': WIZARD,
  'invite.terms': WIZARD,
  'invite.sensitive': WIZARD,
}
