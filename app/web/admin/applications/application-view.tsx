import { CHECK_NAMES, CHECKS } from '#app/domain/moderation/application.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { Chip, StatusChip } from '#app/ui/chip.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Section } from '#app/ui/section.tsx'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { ApplicationDialog } from './application-dialogs.tsx'
import { DocumentTile, Opened, PostTile } from './application-media.tsx'
import type { ApplicationPage } from './application-page.ts'
import { DECIDED, DIALOGS } from './texts.ts'

type Props = { page: ApplicationPage; answer: FormAnswer | undefined }

/** One creator beside the list: the submission, its documents and posts, and the decision. */
export function ApplicationView({ page, answer }: Props) {
  const dialogOpen = page.asked !== null || page.documentToOpen !== null
  const ownAnswer = dialogOpen ? undefined : answer
  return (
    <WorkPanel
      leading={<Avatar name={page.name} src={page.avatar} size={56} />}
      title={<span translate="no">{page.name}</span>}
      note={page.about}
      caption={page.reference && `Application ${page.reference}`}
      closeHref={page.closeHref}
    >
      <p className="row row-wrap">
        {page.chips.map((chip) => (
          <StatusChip key={chip.text} status={chip} small />
        ))}
      </p>
      {!page.decidable && <FormErrorSummary answer={ownAnswer} />}
      {page.suspendedFor && (
        <Banner tone="danger" title="Reason for the suspension">
          {page.suspendedFor}
        </Banner>
      )}
      <Opened page={page} />
      {page.documents.length + page.posts.length > 0 && (
        <>
          <div className="media-tiles">
            {page.documents.map((document) => (
              <DocumentTile key={document.id} document={document} />
            ))}
            {page.posts.map((post) => (
              <PostTile key={post.id} post={post} />
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
      {page.isOwn && <Banner tone="neutral">This is your own application. Another reviewer must decide.</Banner>}
      {page.decidable && page.submitted && <Decision page={page} submitted={page.submitted} answer={ownAnswer} />}
      {page.status.length > 0 && (
        <section className="row row-wrap" aria-label="Account status">
          {page.status.map((decision) => (
            <LinkButton key={decision} size="small" href={page.action[decision]}>
              {DIALOGS[decision].open}
            </LinkButton>
          ))}
        </section>
      )}
      <History page={page} />
      <ApplicationDialog page={page} answer={dialogOpen ? answer : undefined} />
    </WorkPanel>
  )
}

function Decision({ page, submitted, answer }: Props & { submitted: string }) {
  const { value } = readAnswer(answer)
  return (
    <form method="post" action={page.action.approval} className="stack stack-16">
      <FormErrorSummary answer={answer} />
      <input type="hidden" name="submitted" value={submitted} />
      <fieldset className="application-checks">
        <legend className="text-h3">Check before you approve</legend>
        {CHECK_NAMES.map((name) => (
          <CheckboxField
            key={name}
            name={`check_${name}`}
            label={CHECKS[name]}
            defaultChecked={value(`check_${name}`) === 'on'}
          />
        ))}
      </fieldset>
      {page.toOpen && <p className="text-muted">{page.toOpen}</p>}
      <div className="decision-buttons">
        <Button variant="primary" icon="check" disabledReason={page.ofAge ? null : 'Under 18, or no birthday given'}>
          Approve
        </Button>
        <LinkButton href={page.action.changes}>{DIALOGS.changes.open}</LinkButton>
        <LinkButton href={page.action.rejection}>{DIALOGS.rejection.open}</LinkButton>
      </div>
    </form>
  )
}

function History({ page }: { page: ApplicationPage }) {
  if (page.history.length === 0) return null
  return (
    <Section gap="stack-8" id="history" title="Decisions" heading="h3">
      <Card as="ul" rows tile className="application-history">
        {page.history.map((one) => (
          <li key={one.by} className="stack stack-4">
            <p className="row row-between row-wrap">
              <Chip tone={DECIDED[one.decision].tone} small>
                {DECIDED[one.decision].long}
              </Chip>
              <span className="text-caption">{one.by}</span>
            </p>
            {one.steps && <p className="text-muted">{one.steps}</p>}
            {one.message && <p className="text-body break-lines">{one.message}</p>}
          </li>
        ))}
      </Card>
    </Section>
  )
}
