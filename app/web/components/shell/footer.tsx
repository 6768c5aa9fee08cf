import { Logo } from './header.tsx'

const links = [
  { href: '/about', label: 'About' },
  { href: '/terms', label: 'Terms' },
  { href: '/privacy', label: 'Privacy' },
  { href: '/refunds', label: 'Refunds' },
  { href: '/acceptable-use', label: 'Acceptable use' },
  { href: '/creator-verification', label: 'Creator verification' },
]

/** The logo, the six documents and the 18+ notice. */
export function Footer({ brandName }: { brandName: string }) {
  return (
    <footer className="footer">
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
    </footer>
  )
}
