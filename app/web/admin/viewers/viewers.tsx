import { cutGraphemes } from '#app/platform/graphemes.ts'
import { asTyped } from '#app/platform/plain-text.ts'
import { Form } from 'react-router'
import { findPeople, type FoundPerson } from '#app/domain/support/find-people.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { showDate } from '#app/platform/dates.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { personContext } from '#app/web/context.server.ts'
import { staffPage } from '#app/web/admin/staff-handle.ts'
import { accountStatus, KINDS } from './texts.ts'
import type { Route } from './+types/viewers'

export const handle = staffPage('Viewers', 'accounts.view_masked')

const MAX_SEARCH_LENGTH = 320

/** Support finds a person by what the person knows. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const typed = cutGraphemes(asTyped(url.searchParams.get('find') ?? ''), MAX_SEARCH_LENGTH)
  if (typed.trim() === '') return { typed: '', people: null }
  const found = await findPeople(context.get(personContext), typed)
  if (!found.ok) throw new Response('Your role does not include this.', { status: 403 })
  return { typed, people: found.value.map(rowOf) }
}

function rowOf(person: FoundPerson) {
  const { id, displayName, username, userType, maskedEmail, joinedAt } = person
  return {
    id,
    name: displayName ?? username ?? 'No name yet',
    meta: [KINDS[userType], username && `@${username}`, maskedEmail, `since ${showDate(joinedAt)}`]
      .filter(Boolean)
      .join(' · '),
    status: accountStatus(person),
  }
}

export default function Viewers({ loaderData: { typed, people } }: Route.ComponentProps) {
  return (
    <div className="payment-search">
      <div className="admin-heading">
        <div>
          <h1 className="text-h1-small">Viewers</h1>
          <p className="text-secondary">Find a fan or a creator by what they tell you.</p>
        </div>
      </div>
      <div className="stack stack-16">
        <Form method="get" className="stack stack-12" role="search">
          <TextField
            label="Reference, phone, email or name"
            name="find"
            defaultValue={typed}
            hint="PCH-7F2A-0931, PO-1182, 0772 123 456, an email, or the beginning of a name"
            autoComplete="off"
          />
          <div className="row">
            <Button variant="primary" icon="search">
              Find
            </Button>
          </div>
        </Form>
        {people?.length === 0 && (
          <EmptyState compact icon="search" title="Nobody found">
            Check it with the person, letter by letter. A payment without an account is under Payments.
          </EmptyState>
        )}
        {people && people.length > 0 && (
          <Card rows as="ul" aria-label="People found">
            {people.map((person) => (
              <li key={person.id}>
                <ListRow
                  href={toAdmin.viewer(person.id)}
                  leading={<Avatar name={person.name} size={40} />}
                  title={person.name}
                  isName
                  meta={person.meta}
                  trailing={person.status && <StatusChip status={person.status} small />}
                />
              </li>
            ))}
          </Card>
        )}
      </div>
    </div>
  )
}
