export const PASSWORD_LENGTH = { min: 8, max: 200 } as const

export type PasswordProblem = 'too_short' | 'too_long' | 'too_common' | 'one_sign' | 'a_row' | 'names_you'

// The commonest leaked passwords that are long enough to pass, and the words that most others are made of.
const COMMON = new Set(
  `12345678 123456789 1234567890 123123123 12341234 11223344 87654321 88888888 00000000 11111111 99999999 66666666 12121212 10203040
  147258369 159357456 789456123 741852963 987654321 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 q1w2e3r4t5 qwer1234 qwerty12
  qwerty123 qwerty1234 qwertyui qwertyuiop qwertyuiop123 qazwsxedc qazwsx123 asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 zaq12wsx
  1234qwer 123qwe123 123456qwerty a1b2c3d4 abc12345 abcd1234 abcdefgh abcdefghi aa123456 a1234567 a12345678 password password1 password12
  password123 password1234 passw0rd p@ssw0rd p@ssword pa55word passwort passpass pass1234 letmein1 letmein123 welcome1 welcome12
  welcome123 welcome2024 welcome2025 welcome2026 iloveyou iloveyou1 iloveyou2 iloveyou123 ilovegod loveyou1 lovelove loveme123 sunshine
  sunshine1 princess princess1 football football1 baseball basketball superman superman1 spiderman batman123 pokemon1 starwars
  michael1 jennifer jessica1 charlie1 jordan23 liverpool liverpool1 manchester manutd123 arsenal1 arsenal123 chelsea1 chelsea123 barcelona
  realmadrid ronaldo7 cristiano messi123 trustno1 whatever computer internet internet1 samsung1 samsung123 android1 iphone12 google123
  facebook facebook1 instagram whatsapp whatsapp1 youtube1 tiktok123 admin123 admin1234 administrator adminadmin root1234 rootroot
  test1234 testtest tester123 changeme changeme1 changeme123 default1 secret123 mysecret topsecret master123 monkey123 dragon123 shadow123
  freedom1 flower123 butterfly blessing blessed1 jesus123 jesuschrist godisgood godisgreat heavenly praisegod hallelujah uganda123 uganda256
  uganda2026 kampala1 kampala123 kampala256 entebbe1 makerere makerere1 museveni mtnuganda airtel123 moneymoney money123 millionaire
  peaches1 peaches123 peach123 peach1234 peachpeach nakato123 mukasa123 hello123 hello1234 hellohello goodluck goodmorning zaq1zaq1
  asd123456 q1q1q1q1 lol12345 killer123 ninja123 summer2024 summer2025 summer2026 winter2025 winter2026 january1 december november21
  qwe12345 zxcv1234 1234abcd 12345abc 123456ab 123456aa 123abc123 pass12345 user1234 guest123 temp1234 login123`
    .split(/\s+/)
    .filter(Boolean),
)

/** Every reason why a password is too weak, worst first. Spaces around it don't count; there are no rules about kinds of characters. */
export function passwordProblems(typed: string, owner: { email: string; name: string | null }): PasswordProblem[] {
  const password = typed.normalize('NFKC').trim()
  const length = Array.from(password).length
  if (length < PASSWORD_LENGTH.min) return ['too_short']
  if (length > PASSWORD_LENGTH.max) return ['too_long']
  const low = password.toLowerCase()
  const problems: PasswordProblem[] = []
  if (COMMON.has(low) || COMMON.has(low.replace(/[^\p{L}\p{N}]+$/u, ''))) problems.push('too_common')
  if (new Set(low).size === 1) problems.push('one_sign')
  else if (isRow(low)) problems.push('a_row')
  if (namesOwner(low, owner)) problems.push('names_you')
  return problems
}

/** Only neighbouring characters, such as 23456789 or hgfedcba. */
function isRow(text: string): boolean {
  const steps = Array.from(text.slice(1), (sign, index) => sign.charCodeAt(0) - text.charCodeAt(index))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** Made of little but the address or the name. */
function namesOwner(low: string, owner: { email: string; name: string | null }): boolean {
  const message = [owner.email, owner.email.split('@')[0]!, ...(owner.name ?? '').toLowerCase().split(/\s+/)]
  return message.some((word) => word.length >= 4 && low.includes(word) && low.length - word.length < 6)
}
