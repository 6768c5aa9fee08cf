import { to } from '#app/links.ts'
import { RenderedOnce } from '#app/web/components/rendered-once.tsx'
import { Logo } from './header.tsx'

const links = [
  { href: to.about, label: 'About' },
  { href: to.terms, label: 'Terms' },
  { href: to.privacy, label: 'Privacy' },
  { href: to.refundRules, label: 'Refunds' },
  { href: to.acceptableUse, label: 'Acceptable use' },
  { href: to.creatorVerification, label: 'Creator verification' },
  { href: to.passSharing, label: 'Pass sharing' },
  { href: to.help(), label: 'Help' },
]

/** The logo, the six documents, help and the 18+ notice. */
export function Footer({ brandName }: { brandName: string }) {
  return (
    <RenderedOnce as="footer" className="footer" facts={[brandName]}>
      {() => (
        <div className="container footer-inside">
          <Logo brandName={brandName} />
          <nav aria-label="About this site">
            {links.map((link) => (
              <a key={link.href} href={link.href}>
                {link.label}
              </a>
            ))}
          </nav>
          <p className="text-muted">18+ only. Creators manually reviewed.</p>
        </div>
      )}
    </RenderedOnce>
  )
}
