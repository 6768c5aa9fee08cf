import { ended } from '#app/platform/plain-text.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { AreaField, SelectField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Section } from '#app/ui/section.tsx'
import { ClosesAt, useClosing, ViewedMedium, Watermark } from '#app/web/admin/opened-media.tsx'
import { DecisionDialog } from '#app/web/admin/review-queue/decision-dialog.tsx'
import { WorkPanel } from '#app/web/admin/workbench.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import type { ContentPage } from './post-page.ts'
import { type DialogDecision, DIALOGS } from './texts.ts'

type Props = { page: ContentPage; answer: FormAnswer | undefined }

/** One post beside the list: its media, why it is here, what was found, and the decisions. */
export function PostView({ page, answer }: Props) {
  const closing = [page.view?.secondsLeft, ...page.photos.map((photo) => photo.secondsLeft)].filter(
    (left) => left != null,
  )
  useClosing(closing.length > 0 ? Math.min(...closing) : null, page.here)
  return (
    <WorkPanel title={page.title} note={page.note} closeHref={page.closeHref}>
      <p className="row row-wrap">
        {page.chips.map((chip) => (
          <StatusChip key={chip.text} status={chip} small />
        ))}
      </p>
      {page.asked === null && <FormErrorSummary answer={answer} />}
      {page.flag && (
        <Banner tone="danger" icon="flag" title="This creator is flagged">
          {`${page.flag.reason} (${page.flag.by})`}
        </Banner>
      )}
      <Media page={page} />
      {page.matches.length > 0 && <Matches page={page} />}
      {page.caption !== '' && <p className="text-body break-lines">{page.caption}</p>}
      <Receipt rows={page.facts} wrap />
      {page.releases.length > 0 && (
        <Section gap="stack-8" id="releases" title="Releases" heading="h3">
          <Receipt rows={page.releases} wrap />
          <IdentityPhotos page={page} />
        </Section>
      )}
      <Decisions page={page} />
      {page.asked && <AskedDialog page={page} asked={page.asked} answer={answer} />}
    </WorkPanel>
  )
}

function IdentityPhotos({ page }: { page: ContentPage }) {
  return page.photos.map(({ id, name, open, destroyed }) =>
    open ? (
      <figure key={id} className="stack stack-8">
        <div className="opened-medium">
          <img src={open.src} width={open.width} height={open.height} alt={`Identity document of ${name}`} />
          <Watermark text={page.actorMark} />
        </div>
        <figcaption className="text-caption">{`${ended(`Identity document of ${name}`)} Closes at ${open.until}`}</figcaption>
      </figure>
    ) : (
      <p key={id} className="text-caption">
        {destroyed ? `The ID photo of ${name} was deleted after its storage time.` : `${name} gave an ID photo.`}
      </p>
    ),
  )
}

function Media({ page }: { page: ContentPage }) {
  const { view, media } = page
  if (media.length === 0) return null
  if (!view)
    return (
      <form method="post" action={page.action.view} className="stack stack-8">
        <div className="content-media">
          {media.map((medium) => (
            <div key={medium.id} className="media-tile">
              <div className="media-frame">
                {medium.preview && <img src={medium.preview} width={96} height={120} alt="" />}
              </div>
              <p className="text-caption">
                {medium.name}
                {medium.blocked && ', blocked'}
                {medium.seen ? ', opened' : ', not opened yet'}
              </p>
            </div>
          ))}
        </div>
        <Button icon="eye">View content</Button>
        <p className="text-caption">Each view is saved in the audit log and closes after two minutes.</p>
      </form>
    )
  return (
    <section className="stack stack-8" aria-label="The post as it was sent">
      <p>
        <ClosesAt time={view.until} />
      </p>
      {media.map((medium) => (
        <div className="opened-medium" key={medium.id}>
          {medium.ready && medium.src ? (
            <ViewedMedium medium={{ ...medium, src: medium.src }} alt={medium.name} />
          ) : (
            <p className="text-muted">Still processing. Try again in a minute.</p>
          )}
          <Watermark text={view.watermark} />
        </div>
      ))}
      <LinkButton icon="eye-off" href={page.closeHref}>
        Close the post
      </LinkButton>
    </section>
  )
}

/** The photo of the post and the removed one that it looks like, side by side once they are opened. */
function Matches({ page }: { page: ContentPage }) {
  return (
    <Section gap="stack-8" id="matches" title="Looks like a blocked photo" heading="h3">
      {page.matches.map((match) => (
        <figure key={match.key} className="stack stack-8">
          <div className="content-match">
            <Side src={match.mine ?? match.preview} name="In this post" />
            {match.stored ? (
              <Side src={match.blocked} name="Blocked" />
            ) : (
              <p className="text-muted">The blocked photo is no longer stored.</p>
            )}
          </div>
          <figcaption className="text-secondary">
            <b>{match.title}.</b> {match.about}
          </figcaption>
        </figure>
      ))}
    </Section>
  )
}

function Side({ src, name }: { src: string | null; name: string }) {
  return (
    <div className="stack stack-4">
      {src ? (
        <img src={src} width={480} height={600} alt={name} />
      ) : (
        <p className="text-muted">View the content to see it.</p>
      )}
      <span className="text-caption">{name}</span>
    </div>
  )
}

const ASKED = ['rejection', 'removal', 'block', 'flag', 'identity'] as const satisfies readonly DialogDecision[]

function Decisions({ page }: { page: ContentPage }) {
  const { may, action } = page
  return (
    <form method="post" className="decision-buttons content-decisions">
      {page.toOpen && <p className="text-muted">{page.toOpen}</p>}
      {may.approval && (
        <Button variant="primary" icon="check" formAction={action.approval}>
          Approve
        </Button>
      )}
      {ASKED.filter((decision) => may[decision]).map((decision) => (
        <LinkButton key={decision} href={action[decision]}>
          {DIALOGS[decision].open}
        </LinkButton>
      ))}
      {may['flag-removal'] && <Button formAction={action['flag-removal']}>Remove the flag</Button>}
      <LinkButton href={page.creatorHref}>Open creator</LinkButton>
    </form>
  )
}

function AskedDialog({ page, asked, answer }: Props & { asked: DialogDecision }) {
  const { label, hint, field: name, open: _open, ...shown } = DIALOGS[asked]
  const { field, value } = readAnswer(answer)
  return (
    <DecisionDialog {...shown} action={page.action[asked]} closeHref={page.here} answer={answer}>
      {asked === 'block' && (
        <SelectField label="Which file" {...field('medium')}>
          {page.media
            .filter((medium) => !medium.blocked)
            .map((medium) => (
              <option key={medium.id} value={medium.id}>
                {medium.name}
              </option>
            ))}
        </SelectField>
      )}
      {asked === 'identity' && (
        <SelectField label="Whose photo" {...field('photo')}>
          {page.photos
            .filter((photo) => !photo.destroyed)
            .map((photo) => (
              <option key={photo.id} value={photo.id}>
                {photo.name}
              </option>
            ))}
        </SelectField>
      )}
      <AreaField label={label} {...field(name)} rows={4} limit={1_000} hint={hint} />
      {asked === 'rejection' && page.media.length > 0 && (
        <CheckboxField
          label="Blocked content"
          name="block"
          value="yes"
          hint="Its files can’t be posted again, by anybody."
          defaultChecked={value('block') === 'yes'}
        />
      )}
    </DecisionDialog>
  )
}
