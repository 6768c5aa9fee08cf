import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { CHECK_NAMES, CHECKS } from '#app/domain/moderation/application.ts'
import type { StatusChange } from '#app/domain/moderation/policy.ts'
import { ApplicationDialog } from './application-dialogs.tsx'
import { DocumentTile, Opened, PostTile } from './application-media.tsx'
import type { ApplicationPage } from './application-page.ts'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import type { ReviewAnswer } from '#app/web/admin/application-decision.server.ts'

/** One creator beside the list: the submission, its documents and posts, and the decision. */
export function ApplicationView({ page, answer }: { page: ApplicationPage; answer: ReviewAnswer | null }) {
  const dialogOpen = page.ask !== null || page.documentToOpen !== null
  return (
    <WorkPanel
      leading={<Avatar name={page.name} src={page.avatar} size={56} />}
      title={page.name}
      note={page.about}
      caption={page.reference && `Application ${page.reference}`}
      closeHref={page.closeHref}
    >
      <p className="row row-wrap">
        {page.chips.map((chip) => (
          <Chip key={chip.text} tone={chip.tone} icon={chip.icon} small>
            {chip.text}
          </Chip>
        ))}
      </p>
      {page.suspendedFor && (
        <Banner tone="danger" title="Reason for the suspension">
          {page.suspendedFor}
        </Banner>
      )}
      <Opened page={page} />
      {page.documents.length + page.posts.length > 0 && (
        <>
          <div className="peach-media">
            {page.documents.map((document) => (
              <DocumentTile key={document.id} document={document} />
            ))}
            {page.posts.map((post) => (
              <PostTile key={post.id} post={post} action={page.formAction} />
            ))}
          </div>
          <p className="text-caption">Each view is saved in the audit log and closes after two minutes.</p>
        </>
      )}
      {page.bio && <p className="text-body break-lines">{page.bio}</p>}
      {page.tags.length > 0 && (
        <p className="row row-wrap">
          {page.tags.map((tag) => (
            <Chip key={tag} small>
              {tag}
            </Chip>
          ))}
        </p>
      )}
      <Card padded tile>
        <Receipt rows={page.pairs} />
      </Card>
      <Decision page={page} answer={dialogOpen ? null : answer} />
      <StatusActions page={page} />
      <History page={page} />
      <ApplicationDialog page={page} answer={dialogOpen ? answer : null} />
    </WorkPanel>
  )
}

function Decision({ page, answer }: { page: ApplicationPage; answer: ReviewAnswer | null }) {
  if (page.decidable === 'own_application') {
    return <Banner tone="neutral">This is your own application. Another reviewer must decide.</Banner>
  }
  if (page.decidable !== null || page.submitted === null) return null
  return (
    <form method="post" action={page.formAction} className="stack stack-16">
      {answer && <ErrorSummary errors={answer.errors} />}
      <input type="hidden" name="intent" value="approve" />
      <input type="hidden" name="submitted" value={page.submitted} />
      <fieldset className="peach-checks">
        <legend className="text-h3">Check before you approve</legend>
        {CHECK_NAMES.map((name) => (
          <CheckboxField
            key={name}
            name={`check_${name}`}
            label={CHECKS[name]}
            defaultChecked={answer?.values[`check_${name}`] === 'on'}
          />
        ))}
      </fieldset>
      <div className="peach-acts">
        <Button variant="primary" icon="check" disabledReason={page.ofAge ? null : 'Under 18, or no birthday given'}>
          Approve
        </Button>
        <LinkButton href={page.askHref.changes}>Request changes…</LinkButton>
        <LinkButton href={page.askHref.reject}>Reject…</LinkButton>
      </div>
    </form>
  )
}

const STATUS_LABELS: Record<StatusChange, string> = {
  suspend: 'Suspend…',
  reinstate: 'Reinstate…',
  block: 'Block…',
  unblock: 'Unblock…',
}

function StatusActions({ page }: { page: ApplicationPage }) {
  if (page.status.length === 0) return null
  return (
    <section className="stack stack-8" aria-label="Account status">
      <div className="row row-wrap">
        {page.status.map((change) => (
          <LinkButton key={change} size="small" href={page.askHref[change]}>
            {STATUS_LABELS[change]}
          </LinkButton>
        ))}
      </div>
    </section>
  )
}

const DECISION_TEXTS = {
  approved: { tone: 'success', text: 'Approved' },
  changes_requested: { tone: 'warning', text: 'Changes requested' },
  rejected: { tone: 'danger', text: 'Rejected' },
} as const

function History({ page }: { page: ApplicationPage }) {
  if (page.history.length === 0) return null
  return (
    <section className="stack stack-8" aria-labelledby="history">
      <h3 className="text-h3" id="history">
        Decisions
      </h3>
      <Card as="ul" rows tile className="peach-history">
        {page.history.map((one) => (
          <li key={one.by} className="stack stack-4">
            <p className="row row-between row-wrap">
              <Chip tone={DECISION_TEXTS[one.decision].tone} small>
                {DECISION_TEXTS[one.decision].text}
              </Chip>
              <span className="text-caption">{one.by}</span>
            </p>
            {one.steps && <p className="text-muted">{one.steps}</p>}
            {one.message && <p className="text-body break-lines">{one.message}</p>}
          </li>
        ))}
      </Card>
    </section>
  )
}
