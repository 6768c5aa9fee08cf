/** A drawing of a dancer before the evening sun. Inline, so that the first page loads no picture. */
export function IntroArt() {
  return (
    <svg className="intro-art" viewBox="0 0 328 144" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      <rect className="art-sky" width="328" height="144" />
      <circle className="art-halo" cx="164" cy="62" r="78" />
      <circle className="art-halo" cx="164" cy="62" r="62" />
      <circle className="art-sun" cx="164" cy="62" r="45" />
      <rect className="art-ground" y="120" width="328" height="24" />
      <path
        className="art-skirt"
        d="M160 76c-14 12-36 28-62 34 18 8 38 12 54 9 12 6 22 5 32-1 18-1 44-6 74-13-36-3-68-17-84-29z"
      />
      <path
        className="art-pleat"
        d="M162 77c-10 13-24 27-42 38l16 4c12-13 22-28 30-42zM170 77c2 15 6 30 14 42l18-4c-14-11-22-24-28-38zM176 77c12 13 32 25 56 31l14-2c-26-6-48-17-64-30z"
      />
      <path className="art-body" d="M160 50c-6 8-5 18 0 27h14c4-8 2-16-2-21 4-3 6-7 4-11-4-3-12-2-16 5z" />
      <circle className="art-body" cx="172" cy="34" r="8" />
      <path className="art-wrap" d="M163 31c2-8 14-10 18-3 1 4-9 7-18 3z" />
      <path className="art-arm" d="M162 50c-14-4-26 0-38 10M174 50c16 4 32-4 44-20" />
      <path className="art-scarf" d="M218 30c-30-14-80-12-96 4-14 14 10 36 2 50-5 8-18 4-26 6" />
    </svg>
  )
}
