import { z } from 'zod'
import { askAgain, nameCreator, nameOutsidePerson, removePerson } from '#app/domain/releases/name-person.server.ts'
import { listNamedPeople } from '#app/domain/releases/queries.server.ts'
import { RELEASE_LIMITS } from '#app/domain/releases/release.ts'
import { findOwnPost } from '#app/domain/posts/own-posts.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { LinkField } from '#app/web/components/link-field.tsx'
import { ShareLink } from '#app/web/components/share-link.tsx'
import { personContext } from '#app/web/context.server.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { parseForm, refuseForm, showForm } from '#app/web/forms.server.ts'
import { notFound, orNotFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PEOPLE_REFUSALS, personLine, type PersonLine } from './texts.ts'
import type { Route } from './+types/people'

export const handle = creatorForm('Who is shown', { shell: 'focused' })

/** The people who are named in a post beside its creator, and what each of them has answered. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const { postId } = params
  const post = orNotFound(await findOwnPost(person.id, postId))
  return pageOf(postId, post.state === 'draft', await listNamedPeople(person.id, postId))
}

function pageOf(postId: string, draft: boolean, people: Parameters<typeof personLine>[0][]) {
  return {
    postId,
    draft,
    people: people.map(personLine),
    full: people.length >= RELEASE_LIMITS.people,
    backHref: draft ? toDashboard.editPost(postId) : toDashboard.ownPost(postId),
  }
}

const Form = z.object({ username: z.string().max(60).default(''), name: z.string().default('') })
type Params = { postId: string; releaseId?: string }

/** Names, asks again or removes one person, by the address. A link is shown once: only its hash is stored. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const { postId, releaseId }: Params = params
  const parsed = await parseForm(request, Form)
  const typed = parsed.ok ? parsed.value : { username: '', name: '' }
  const here = toDashboard.postPeople(postId)
  if (url.pathname === toDashboard.namePerson(postId, 'creator')) {
    const named = await nameCreator(person, postId, typed.username)
    if (!named.ok) return refused(named.refusal, 'username', typed)
    return redirectWithToast(here, { title: 'Asked', description: 'They are notified on Peach and by mail.' })
  }
  if (url.pathname === toDashboard.namePerson(postId, 'link')) {
    const named = await nameOutsidePerson(person, postId, typed.name)
    return named.ok ? showLink(named.value.token, typed.name) : refused(named.refusal, 'name', typed)
  }
  return releaseId ? changePerson(person, { postId, releaseId, url }) : notAllowed()
}

async function changePerson(
  person: Person,
  { postId, releaseId, url }: { postId: string; releaseId: string; url: URL },
) {
  const here = toDashboard.postPeople(postId)
  if (url.pathname === toDashboard.namedPerson(postId, releaseId, 'removal')) {
    const removed = await removePerson(person, postId, releaseId)
    if (!removed.ok) return refused(removed.refusal)
    return redirectWithToast(here, { title: 'Removed', description: 'Their link no longer works.' })
  }
  const asked = await askAgain(person, postId, releaseId)
  if (!asked.ok) return refused(asked.refusal)
  if (asked.value.token !== null) return showLink(asked.value.token, asked.value.name)
  return redirectWithToast(here, { title: 'Asked again', description: 'They are notified on Peach and by mail.' })
}

function notAllowed(): never {
  throw new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } })
}

function showLink(token: string, name: string) {
  return showForm({ link: new URL(to.releaseLink(token), config().baseUrl).href, linkName: name })
}

type Refusal = { kind: string; reason?: string }

function refused({ kind, reason = kind }: Refusal, field?: string, typed = {}) {
  if (kind === 'not_there') notFound()
  const description = PEOPLE_REFUSALS[reason as keyof typeof PEOPLE_REFUSALS]
  return refuseForm({ status: kind === 'not_permitted' ? 409 : 400, description, field }, typed)
}

type Page = Route.ComponentProps['loaderData']

export default function People({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const { field } = readAnswer(answer)
  return (
    <div className="container container-narrow stack stack-24">
      <div className="stack stack-4">
        <h1 className="text-h1">Who is shown</h1>
        <p className="text-secondary">
          Name everybody who is shown beside you. Each of them signs a release, and the post waits until all have.
        </p>
      </div>
      <FormErrorSummary answer={answer} />
      <NewLink answer={answer} />
      <Named page={page} />
      {page.draft && !page.full && (
        <>
          <form
            method="post"
            action={toDashboard.namePerson(page.postId, 'creator')}
            className="stack stack-12"
            noValidate
          >
            <h2 className="text-h2">A creator on Peach</h2>
            <TextField label="Username" {...field('username')} prefix="@" autoCapitalize="none" autoComplete="off" />
            <Button icon="users">Ask this creator</Button>
          </form>
          <form
            method="post"
            action={toDashboard.namePerson(page.postId, 'link')}
            className="stack stack-12"
            noValidate
          >
            <h2 className="text-h2">Somebody else</h2>
            <TextField
              label="What you call them"
              {...field('name')}
              autoComplete="off"
              limit={RELEASE_LIMITS.nameLength}
              hint="They sign with their full name. Only our reviewers see it."
            />
            <Button icon="link">Make a link for them</Button>
          </form>
        </>
      )}
      {!page.draft && <p className="text-muted">To change the names, take the post back to your drafts.</p>}
      <LinkButton variant="primary" wide href={page.backHref}>
        {page.draft ? 'Back to the post' : 'See the post'}
      </LinkButton>
    </div>
  )
}

/** The link of an outside person, right after it was made. */
function NewLink({ answer }: { answer: FormAnswer | undefined }) {
  const { value } = readAnswer(answer)
  const link = value('link')
  if (link === '') return null
  return (
    <Card padded className="stack stack-12">
      <h2 className="text-h2" role="status">{`The link for ${value('linkName')}`}</h2>
      <LinkField
        address={link}
        hint={`Shown only now. It works once, for ${RELEASE_LIMITS.linkDays} days. Send it to nobody else.`}
      />
      <ShareLink path={new URL(link).pathname} title="A release to sign" label="Send the link" />
    </Card>
  )
}

function Named({ page }: { page: Page }) {
  if (page.people.length === 0)
    return (
      <Card>
        <EmptyState icon="users" title="Nobody is named yet" compact>
          If only you are shown, go back and choose that.
        </EmptyState>
      </Card>
    )
  return (
    <ul className="stack stack-12">
      {page.people.map((person) => (
        <Card as="li" padded key={person.id} className="stack stack-12">
          <div className="row row-between">
            <span className="stack">
              <span className="text-h3">{person.name}</span>
              <span className="text-caption">{person.about}</span>
            </span>
            <StatusChip status={person.status} small />
          </div>
          <PersonForms page={page} person={person} />
        </Card>
      ))}
    </ul>
  )
}

function PersonForms({ page, person }: { page: Page; person: PersonLine }) {
  if (!person.mayAskAgain && !page.draft) return null
  return (
    <form method="post" className="row row-wrap">
      {person.mayAskAgain && (
        <Button size="small" formAction={toDashboard.namedPerson(page.postId, person.id, 'renewal')}>
          {person.outside ? 'Make a new link' : 'Ask again'}
        </Button>
      )}
      {page.draft && (
        <Button size="small" variant="quiet" formAction={toDashboard.namedPerson(page.postId, person.id, 'removal')}>
          {`Remove ${person.name}`}
        </Button>
      )}
    </form>
  )
}
