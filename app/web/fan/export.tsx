import { redirect, useNavigation } from 'react-router'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { StatusChip } from '#app/ui/chip.tsx'
import { Section } from '#app/ui/section.tsx'
import { showDate, showDateTime, showMoment } from '#app/platform/dates.ts'
import { getOwnExports, type OwnExport } from '#app/domain/privacy/queries.server.ts'
import { type ExportRefusal, requestExport } from '#app/domain/privacy/request-export.server.ts'
import { PRIVACY } from '#app/domain/settings/constants.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { refuseForm } from '#app/web/forms.server.ts'
import { proofPathTo } from '#app/web/fresh-proof.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/export'

export const handle = {
  audience: 'members',
  policy: { GET: 'signed_in', POST: { who: 'signed_in', fresh: 'here' } },
  beforeAgreements: true,
  title: 'Get a copy of your data',
  screen: { shell: 'full', tab: 'profile', backHref: to.profile },
} satisfies RouteHandle

type ShownExport = {
  id: string
  title: string
  line: string
  chip: { tone: 'success' | 'info' | 'neutral' | 'warning'; text: string }
  downloads: { href: string; label: string }[]
}

export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const own = await getOwnExports(person)
  return {
    exports: own.exports.map(shownExport),
    // A stolen session must not be able to download the copy.
    proveAt: person.freshlyProved ? null : proofPathTo(to.dataExport),
    refusal: own.refused && refusalText(own.refused, own.nextAt),
  }
}

function shownExport(copy: OwnExport): ShownExport {
  const shown = { id: copy.id, title: `Requested ${showMoment(copy.requestedAt)}`, downloads: [] }
  switch (copy.state) {
    case 'building':
      return { ...shown, line: 'We email you when it is ready.', chip: { tone: 'info', text: 'Preparing' } }
    case 'ready':
      return {
        ...shown,
        line: `Can be downloaded until ${showDate(copy.expiresAt!)}`,
        chip: { tone: 'success', text: 'Ready' },
        downloads: copy.archives.map(({ number, bytes }) => ({
          href: to.exportArchive(copy.id, number),
          label: `Download${copy.archives.length > 1 ? ` part ${number}` : ''} (${sizeText(bytes)})`,
        })),
      }
    case 'failed':
      return { ...shown, line: 'Something went wrong. Please ask again.', chip: { tone: 'warning', text: 'Failed' } }
    case 'expired':
      return { ...shown, line: 'It expired and was deleted.', chip: { tone: 'neutral', text: 'Expired' } }
    default:
      return unreachable(copy.state)
  }
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

function refusalText(reason: ExportRefusal['kind'], nextAt: Date | null): string {
  if (reason === 'under_way') return 'We are preparing your copy. We email you when it is ready.'
  if (reason === 'asked_today')
    return nextAt ? `One copy a day. You can ask again from ${showDateTime(nextAt)}.` : 'One copy a day.'
  return 'Only fans and creators can ask for a copy here.'
}

export async function action({ context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const result = await requestExport(person)
  if (result.ok)
    return redirectWithToast(to.dataExport, {
      title: 'Copy requested',
      description: 'We email you when it is ready. It takes a few minutes.',
    })
  if (result.refusal.kind === 'proof_needed') return redirect(proofPathTo(to.dataExport), 303)
  const { nextAt } = await getOwnExports(person)
  return refuseForm({ status: 409, description: refusalText(result.refusal.kind, nextAt) })
}

export default function ExportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { exports, refusal, proveAt } = loaderData
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="container container-narrow stack stack-24 result-page">
      <div className="stack stack-4">
        <h1 className="text-h1">Get a copy of your data</h1>
        <p className="text-body">Everything that we store about you, in one ZIP file.</p>
      </div>
      <FormErrorSummary answer={actionData} />
      <Section card gap="stack-16" id="inside" title="What is inside" size="h3">
        <ul className="plain-list">
          <li>Your account, sessions, follows, purchases, consents and all other data (JSON files)</li>
          <li>Your own photos, videos and voice notes, as you uploaded them</li>
          <li>Your payments and earnings, as a spreadsheet</li>
        </ul>
        <p className="text-secondary">
          {`Only you can download it, for ${PRIVACY.exportDays} days, while signed in. Keep the file safe: anyone who has it can read it.`}
        </p>
        <form method="post">
          <Button variant="primary" wide pending={pending} pendingLabel="Asking..." disabledReason={refusal}>
            Ask for a copy
          </Button>
        </form>
      </Section>
      {exports.length > 0 && (
        <Section id="copies" title="Your copies">
          <p className="text-caption">Times are EAT.</p>
          {exports.map((copy) => (
            <Card key={copy.id} padded className="stack stack-8">
              <div className="row row-between">
                <h3 className="text-h3">{copy.title}</h3>
                <StatusChip status={copy.chip} />
              </div>
              <p className="text-secondary">{copy.line}</p>
              {proveAt && copy.downloads.length > 0 ? (
                <LinkButton href={proveAt} icon="shield-check" wide>
                  Confirm that it is you
                </LinkButton>
              ) : (
                copy.downloads.map(({ href, label }) => (
                  <LinkButton key={href} href={href} icon="download" download wide>
                    {label}
                  </LinkButton>
                ))
              )}
            </Card>
          ))}
        </Section>
      )}
      <Banner tone="neutral" title="Is something missing or wrong?">
        <a className="link" href={`${to.privacy}#your-rights`}>
          Your rights
        </a>{' '}
        and how to use them are on the privacy page.
      </Banner>
    </div>
  )
}
