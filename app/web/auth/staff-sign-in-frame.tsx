import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'

type StaffSignInFrameProps = {
  icon: IconName
  title: string
  note: ReactNode
  answer: FormAnswer | undefined
  /** The fields of the form. */
  children: ReactNode
  /** What stands below the form. */
  below?: ReactNode
  back: { href: string; label: string }
  foot?: ReactNode
}

/** A step of the sign-in of the team: its form, and the way back. */
export function StaffSignInFrame({ icon, title, note, answer, children, below, back, foot }: StaffSignInFrameProps) {
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="owner-login">
      <div className="owner-login-head">
        <span className="owner-login-sign">
          <Icon name={icon} />
        </span>
        <h1 className="text-h1">{title}</h1>
        <p className="text-secondary">{note}</p>
      </div>
      <FormErrorSummary answer={answer} />
      <Form method="post" className="card owner-login-card stack stack-16" noValidate>
        {children}
        <Button variant="primary" wide pending={pending} pendingLabel="Authenticating...">
          Access Platform
        </Button>
      </Form>
      {below}
      <a className="owner-login-back" href={back.href}>
        <Icon name="arrow-left" size={20} />
        {back.label}
      </a>
      {foot}
    </div>
  )
}
