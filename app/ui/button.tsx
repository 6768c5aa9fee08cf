import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { joinClasses } from './join-classes.ts'

export type ButtonVariant = 'outline' | 'primary' | 'quiet' | 'soft' | 'light' | 'locked' | 'danger' | 'success'

type ButtonStyle = {
  /** `primary` is the one filled button of a view; `locked` is only for unlocking; `light` is for buttons on pictures. */
  variant?: ButtonVariant
  size?: 'regular' | 'small'
  /** Fills the available width. */
  wide?: boolean
  icon?: IconName
  iconAfter?: IconName
}

/** The classes of a button, for a link component of a router. */
export function buttonClassName(
  { variant = 'outline', size = 'regular', wide = false }: ButtonStyle,
  extra?: string,
): string {
  return joinClasses('button', `button-${variant}`, size === 'small' && 'button-small', wide && 'button-wide', extra)
}

type ButtonProps = ButtonStyle &
  Omit<ComponentProps<'button'>, 'style' | 'disabled'> & {
    /** The action is running: the width stays the same and a second press does nothing. */
    pending?: boolean
    pendingLabel?: string
    /** Why the button is disabled. It stays focusable, so that screen readers read the reason. */
    disabledReason?: string | null
  }

/** A button that submits its form unless `type` says otherwise. */
export function Button({
  variant,
  size,
  wide,
  icon,
  iconAfter,
  pending = false,
  pendingLabel,
  disabledReason,
  className,
  onClick,
  children,
  type = 'submit',
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const refused = pending || Boolean(disabledReason)
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (refused) event.preventDefault()
    else onClick?.(event)
  }
  const button = (
    <button
      {...rest}
      type={type}
      className={buttonClassName({ variant, size, wide }, joinClasses(pending && 'button-pending', className))}
      onClick={press}
      aria-disabled={refused || undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
    >
      <ButtonContent icon={icon} iconAfter={iconAfter}>
        {pending && pendingLabel ? pendingLabel : children}
      </ButtonContent>
    </button>
  )
  if (!disabledReason) return button
  return (
    <span className="button-refused">
      {button}
      <span className="hint" id={reasonId}>
        {disabledReason}
      </span>
    </span>
  )
}

type LinkButtonProps = ButtonStyle & Omit<ComponentProps<'a'>, 'style'> & { href: string }

/** A link that looks like a button. It only navigates. */
export function LinkButton({ variant, size, wide, icon, iconAfter, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClassName({ variant, size, wide }, className)}>
      <ButtonContent icon={icon} iconAfter={iconAfter}>
        {children}
      </ButtonContent>
    </a>
  )
}

/** Leaves a page that asks for a decision, without deciding. */
export function NotNow({ href }: { href: string }) {
  return (
    <LinkButton variant="quiet" wide href={href}>
      Not now
    </LinkButton>
  )
}

type IconStyle = { icon: IconName; label: string; variant?: ButtonVariant; className?: string }

/** A square icon button of 44 px; `label` is for screen readers. */
export function IconButton({
  icon,
  label,
  variant = 'quiet',
  className,
  type = 'button',
  ...rest
}: IconStyle & Omit<ComponentProps<'button'>, 'style' | 'children'>) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={buttonClassName({ variant }, joinClasses('button-icon', className))}
    >
      <Icon name={icon} />
    </button>
  )
}

/** The same square as a link. */
export function IconLink({
  icon,
  label,
  variant = 'quiet',
  className,
  ...rest
}: IconStyle & Omit<ComponentProps<'a'>, 'style' | 'children'> & { href: string }) {
  return (
    <a {...rest} aria-label={label} className={buttonClassName({ variant }, joinClasses('button-icon', className))}>
      <Icon name={icon} />
    </a>
  )
}

function ButtonContent({ icon, iconAfter, children }: { icon?: IconName; iconAfter?: IconName; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size={20} />}
      <span className="button-label">{children}</span>
      {iconAfter && <Icon name={iconAfter} size={20} />}
    </>
  )
}
