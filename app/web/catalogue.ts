/**
 * Every title and text that the specification quotes, to the letter, with the state that raises it. Routes use them by id, so that each
 * text is defined once. `part`: the state comes with that part of the product. `impossible`: why the state can't occur here.
 */
type Entry = {
  title: string | null
  text: string | null
  /** When it is shown. */
  state: string
  part?: 'C' | 'D' | 'E' | 'F' | 'G'
  impossible?: string
}

type More = Pick<Entry, 'part' | 'impossible'>

function entry<const Title extends string | null, const Text extends string | null>(
  title: Title,
  text: Text,
  state: string,
  more: More = {},
) {
  return { title, text, state, ...more }
}

export const CATALOGUE = {
  // Payments of fans
  'payment.failed_to_start': entry(
    'Payment Error',
    'Failed to initialize payment',
    'the gateway refuses a new payment without a reason of its own',
  ),
  'payment.not_recorded': entry(
    'Payment Error',
    'Failed to create transaction record',
    'the payment could not be stored, so nothing was asked for',
  ),
  'payment.no_link': entry('Payment Error', 'Payment link not received', 'the gateway gave no page to pay at'),
  'payment.not_verified': entry(
    'Verification Error',
    'Failed to verify payment',
    'an older payment could not be looked at before a new one',
  ),
  'payment.missing': entry(
    'Missing Information',
    'Please fill in all required fields',
    'name or e-mail is empty in the payment form',
  ),
  'payment.phone': entry(
    'Phone Number Required',
    'Phone number is required for mobile money payments',
    'mobile money is chosen and no number is given',
  ),
  'plans.unavailable': entry(
    null,
    'Unable to load subscription plans. Please try again.',
    'the monthly or the annual plan is missing or can’t be read',
  ),
  'plans.already': entry(
    'Already Subscribed!',
    'You already have full access to all Peaches.',
    'somebody with a pass opens /subscribe or buys again',
  ),
  'callback.no_reference': entry(
    null,
    'Invalid payment reference',
    'the page after a payment without a reference, or with one that isn’t ours',
  ),
  'callback.cancelled': entry(null, 'Payment was cancelled', 'cancelled, and our own look-up found no payment'),
  'callback.not_successful': entry(
    null,
    'Payment verification failed. Please contact support.',
    'the gateway’s final word is no',
  ),
  'callback.error': entry(null, 'Payment verification failed. Please try again.', 'our look-up itself failed'),

  // The premium side
  'gate.sign_in': entry(
    'Access Denied',
    'Please sign in to access premium content',
    'a visitor opens the premium side: to /auth',
  ),
  'gate.pass': entry(
    'Premium Access Required',
    'Subscribe to unlock all Peaches!',
    'a fan without a pass opens it: to /subscribe',
  ),
  'gate.failed': entry(
    'Error',
    'Failed to verify subscription status. Please try again.',
    'the pass could not be looked up: to /subscribe',
  ),

  // Signing in and out
  'auth.not_found': entry(
    'Account not found',
    "We couldn't find an account with that email. Please try again or register first.",
    'sign-in with an address that has no account',
  ),
  'auth.exists': entry(
    'Account already exists',
    'This email is already registered. Please sign in instead.',
    'sign-up with an address that has an account',
  ),
  'auth.error': entry(
    'Error',
    'Something went wrong. Please try again.',
    'something that we need was down while signing in',
  ),
  'auth.authentication_error': entry('Authentication Error', null, 'a sign-in was refused; it carries the reason'),
  'auth.sign_up_error': entry('Sign Up Error', null, 'a sign-up was refused or failed; it carries the reason'),
  'auth.account_creation_error': entry(
    'Account Creation Error',
    null,
    'the mailbox is proven and the account can’t be made; it carries the reason',
  ),
  'auth.invalid_code': entry(
    'Invalid code',
    'The verification code is invalid or expired.',
    'a wrong, late or used code',
  ),
  'auth.verification_failed': entry(
    'Verification failed',
    'Please check your code and try again.',
    'what was typed is no code of six digits',
  ),
  'auth.failed_to_resend': entry('Failed to resend', 'Please try again later.', 'no further code may be sent now'),
  'auth.check_inbox': entry('Check your inbox', null, 'a code and a link were mailed'),
  'auth.code_sent': entry('Verification code sent', null, 'a further code was mailed'),
  'auth.email_verified': entry('Email verified', null, 'signed in by code or link'),
  'auth.account_created': entry('Account created', null, 'the account was made'),
  'auth.session_missing': entry(
    'Authentication Error',
    'Auth session missing!',
    'the code’s page in a browser that asked for none',
  ),
  'auth.invalid_token': entry(
    'Authentication Error',
    'This link is invalid or expired. Please ask for a new one.',
    'a link that is wrong, late or used',
  ),
  'auth.no_user': entry('Error', 'No user logged in', 'a profile is changed without a session'),
  'auth.payment_success': entry('Payment successful', null, 'somebody without a session comes back from a payment'),
  'auth.signed_out': entry('Signed out', "You've been signed out successfully", 'signing out'),
  'auth.sign_out_failed': entry('Error', 'Failed to sign out', 'the session could not be ended'),

  // Profiles
  'setup.failed': entry('Error', 'Failed to complete profile setup', 'the profile could not be stored'),
  'setup.complete': entry('Profile complete', null, 'the profile was stored'),
  'setup.too_young': entry(null, 'You must be 18 or older', 'a birthday under 18 years ago in Kampala'),
  'profile.not_there': entry(
    'Profile not found',
    "This Peach profile doesn't exist yet.",
    'an address that no creator bears',
  ),
  'profile.reactivate': entry(
    'Reactivate Your Profile',
    'Your subscription has expired. Renew to reactivate your profile.',
    'a creator whose fee lapsed opens their own page: to /creator-subscription',
  ),
  'profile.unavailable': entry(
    'Profile unavailable',
    "This creator's profile is currently inactive.",
    'anybody else opens a hidden creator: to /public-feed',
  ),
  'profile.load_failed': entry('Error', 'Failed to load creator profile', 'a creator’s page could not be read'),

  // The creator fee
  'fee.sign_in': entry(
    'Authentication Required',
    'Please sign in to subscribe',
    'a visitor opens /creator-subscription',
  ),
  'fee.not_processed': entry(
    'Payment Error',
    'Failed to process subscription',
    'the fee’s payment could not be started',
  ),
  'fee.not_checked': entry(
    'Error',
    'Failed to check subscription status',
    'whether the fee is paid could not be looked up',
  ),
  'fee.verification_failed': entry(
    'Verification Failed',
    null,
    'the check of the fee’s payment failed; it carries the reason',
  ),
  'fee.invalid_callback': entry(
    null,
    'Payment failed or invalid callback',
    'the fee’s return address without a payment of ours, or a failed one',
  ),
  'fee.secure': entry(
    null,
    "Don't worry! Your payment is secure. If money was deducted, it will be refunded within 24-48 hours.",
    'the fee’s payment page has an issue',
  ),

  // The owner and staff
  'owner.wrong': entry(
    'Authentication Failed',
    'Invalid email or secret key',
    'a wrong e-mail, secret key or password at /owner-login',
  ),
  'owner.database': entry(
    'Database Error',
    'Failed to verify credentials. Please try again.',
    'the database was away while signing in',
  ),
  'owner.error': entry(
    'Error',
    'An error occurred during authentication',
    'signing in failed for another reason of ours',
  ),
  'owner.welcome': entry('Welcome', null, 'the owner or staff signed in'),

  // Invites and the way into the team
  'invites.not_fetched': entry('Error', 'Failed to fetch invites', 'the list of invites could not be read'),
  'invites.email': entry('Error', 'Please enter an email address', 'an invite is asked for without an address'),
  'invites.not_generated': entry('Error', 'Failed to generate invite', 'an invite could not be stored'),
  'invites.not_deleted': entry('Error', 'Failed to delete invite', 'an invite could not be deleted'),
  'invites.none': entry(null, 'No invites generated yet', 'the list is empty'),
  'invite.no_token': entry(null, 'No invite token provided', 'the wizard’s form without an invite', {
    impossible:
      'without an invite the form isn’t there: its address leads to /admin-unauthorized (ONB-A-01), a posted form too',
  }),
  'invite.invalid': entry(
    null,
    'Invalid, expired, or already used invite',
    'an unknown, late, used or other person’s invite',
  ),
  'invite.not_checked': entry(null, 'Error validating invite', 'an invite could not be looked up'),
  'invite.email': entry(null, 'Email is required', 'the wizard’s first step without an address'),
  'invite.official': entry(null, 'Only official {brand} admin emails are allowed', 'an address of another domain'),
  'invite.password': entry(null, 'Password must be at least 8 characters', 'a password of under 8 characters'),
  'invite.passwords_differ': entry(null, 'Passwords do not match', 'the repeated password differs'),
  'invite.terms': entry(null, 'You must accept the Admin Terms of Use', 'the terms are not accepted'),
  'invite.sensitive': entry(
    null,
    'You must acknowledge access to sensitive platform data',
    'the acknowledgement is missing',
  ),

  // Plans and promo codes
  'plans.not_loaded': entry('Error', 'Failed to load subscription data', 'the admin’s plan page can’t be read'),
  'plans.not_updated': entry('Error', 'Failed to update subscription plan', 'a plan could not be stored'),
  'plans.updated': entry(null, 'Subscription plan updated successfully', 'a plan was stored'),
  'promo.not_created': entry('Error', 'Failed to create promo code', 'a promo code could not be stored'),
  'promo.created': entry(null, 'Promo code created successfully', 'a promo code was stored'),
} as const satisfies Record<string, Entry>

export type CatalogueId = keyof typeof CATALOGUE
type Notified<Id extends CatalogueId> = {
  title: (typeof CATALOGUE)[Id]['title']
  description: (typeof CATALOGUE)[Id]['text']
}

/** A text of the catalogue as a toast: title and description. */
export function messageOf<Id extends CatalogueId>(id: Id): Notified<Id> {
  const { title, text } = CATALOGUE[id]
  return { title, description: text }
}
