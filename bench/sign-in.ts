type Mail = { code: string | null }

/** Signs in as a person does: requests a code, reads it from the caught mail, enters it. Returns the cookies to send from then on. */
export async function signIn(url: string, email: string): Promise<string> {
  const cookies = new Map<string, string>()
  await post(url, '/auth', { email, mode: 'sign-in' }, cookies)
  const code = await newestCode(url, email)
  const landed = await post(url, '/auth/code', { intent: 'verify', code }, cookies)
  if (landed !== 303 && landed !== 302) throw new Error(`signing in as ${email} answered ${landed}`)
  return [...cookies]
    .filter(([name]) => !name.endsWith('_flash'))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}

async function post(
  url: string,
  path: string,
  fields: Record<string, string>,
  cookies: Map<string, string>,
): Promise<number> {
  const answer = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    body: new URLSearchParams(fields),
  })
  await answer.arrayBuffer()
  for (const line of answer.headers.getSetCookie()) {
    const pair = line.split(';')[0]!
    const at = pair.indexOf('=')
    cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
  return answer.status
}

async function newestCode(url: string, email: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const mails = (await (await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(email)}`)).json()) as Mail[]
    if (mails[0]?.code) return mails[0].code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code was mailed to ${email}`)
}
