import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { UsernameAvailability } from '#app/domain/identity/queries.server.ts'
import { losesLetters, sanitiseUsername } from '#app/domain/identity/sanitise-username.ts'
import { USERNAME_LENGTH } from '#app/domain/settings/constants.ts'

type UsernameFieldProps = {
  start: string
  addressStart: string
  /** A page whose loader returns `availability` for `?username=`. */
  availabilityPath: string
  /** The hint while the field is empty. */
  hint: string
  optional?: boolean
  error?: string
}

/** A username as it will appear in an address; shows while typing whether it is available. */
export function UsernameField({
  start,
  addressStart,
  availabilityPath,
  hint,
  optional = true,
  error,
}: UsernameFieldProps) {
  const [username, setUsername] = useState(sanitiseUsername(start))
  const [lost, setLost] = useState(false)
  const fetcher = useFetcher<{ availability: UsernameAvailability | null }>()
  const { load } = fetcher
  useEffect(() => {
    if (username.length < USERNAME_LENGTH.min) return undefined
    const timer = setTimeout(() => void load(`${availabilityPath}?username=${encodeURIComponent(username)}`), 300)
    return () => clearTimeout(timer)
  }, [username, load, availabilityPath])
  const answer = fetcher.data?.availability
  const known = answer && answer.username === username && username !== '' ? answer : null
  return (
    <TextField
      label="Username"
      name="username"
      optional={optional}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={username}
      onChange={({ target }) => {
        setUsername(sanitiseUsername(target.value))
        setLost(losesLetters(target.value))
      }}
      hint={
        lost
          ? 'A letter was left out: only a to z, digits and underscores'
          : username === ''
            ? hint
            : `${addressStart}${username}`
      }
      error={error}
      trailing={<output>{known && <Availability state={known.state} />}</output>}
    />
  )
}

function Availability({ state }: { state: UsernameAvailability['state'] }) {
  if (state !== 'free') return <span className="text-danger">{state === 'taken' ? 'Taken' : 'Not allowed'}</span>
  return (
    <span className="row text-success">
      <Icon name="circle-check" size={20} /> Available
    </span>
  )
}
