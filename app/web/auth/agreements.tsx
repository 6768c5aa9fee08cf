import { redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { acceptDocuments } from '#app/domain/consents/accept-documents.server.ts'
import { currentVersion, type LegalDocumentName, showLegalDate } from '#app/domain/consents/documents.ts'
import { listDocumentsOwed } from '#app/domain/consents/queries.server.ts'
import { to } from '#app/links.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { readAnswer } from '#app/web/form-answer.ts'
import { parseForm, refuseForm } from '#app/web/forms.server.ts'
import { readReturnTo } from '#app/web/return-to.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/agreements'

export const handle = {
  audience: 'members',
  policy: { GET: 'signed_in', POST: 'signed_in' },
  beforeAgreements: true,
  title: 'Our terms',
  screen: { shell: 'focused' },
} satisfies RouteHandle

const TITLES: Record<LegalDocumentName, string> = {
  terms: 'Terms of use',
  privacy: 'Privacy',
  refunds: 'Refunds',
  'acceptable-use': 'Acceptable use',
  'creator-verification': 'Creator verification',
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const owed = await listDocumentsOwed(person.id)
  if (owed.length === 0) throw redirect(readReturnTo(url.searchParams, context) ?? to.home, 303)
  return {
    documents: owed.map((name) => {
      const { version, inForceFrom } = currentVersion(name)
      return {
        name,
        title: TITLES[name],
        version,
        line: `Version ${version}, in force from ${showLegalDate(inForceFrom)}`,
      }
    }),
  }
}

const AGREE = { field: 'agree', description: 'Tick the box to agree and continue' }
const AgreementForm = z.looseObject({ agree: z.string().optional() })

/** The agreement is for the versions that the page showed. If a newer one came into force meanwhile, it is asked for again. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const owed = await listDocumentsOwed(person.id)
  if (owed.length === 0) throw redirect(readReturnTo(url.searchParams, context) ?? to.home, 303)
  const form = await parseForm(request, AgreementForm)
  if (!form.ok || form.value.agree !== 'yes') return refuseForm({ ...AGREE, status: 400 })
  const { value } = form
  const shown = owed.filter((name) => value[name] === currentVersion(name).version)
  if (shown.length < owed.length)
    return refuseForm({ status: 409, field: 'agree', description: 'A document has changed since you opened this page' })
  await acceptDocuments(person, shown)
  return redirectWithToast(readReturnTo(url.searchParams, context) ?? to.home, {
    title: 'Thank you',
    description: 'Your agreement is saved.',
  })
}

export default function AgreementsPage({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <div className="stack stack-4">
        <h1 className="text-h1">Please read our terms</h1>
        <p className="text-secondary">
          They have changed, or you have not agreed to them yet. Agree to keep using your account.
        </p>
      </div>
      <FormErrorSummary answer={actionData} />
      <form method="post" className="stack stack-24" noValidate>
        <Card rows>
          {loaderData.documents.map(({ name, title, version, line }) => (
            <div key={name} className="list-row">
              <input type="hidden" name={name} value={version} />
              <span className="list-row-text">
                <a className="link" href={to.legal(name)} target="_blank" rel="noopener">
                  {title}
                </a>
                <span className="text-muted">{line}</span>
              </span>
            </div>
          ))}
        </Card>
        <CheckboxField
          name="agree"
          value="yes"
          label="I am 18 or older and agree to these documents"
          error={readAnswer(actionData).error('agree')}
          required
        />
        <Button variant="primary" wide pending={pending} pendingLabel="Saving...">
          Agree and continue
        </Button>
      </form>
      <p className="text-secondary">If you don’t agree, you can download your data and delete your account.</p>
      <div className="stack stack-8">
        <LinkButton href={to.dataExport}>Get a copy of my data</LinkButton>
        <LinkButton href={to.deletion} variant="quiet">
          Delete my account
        </LinkButton>
      </div>
    </div>
  )
}
