import { textLink } from '../../../../ui/classes.ts'

/** Terms of service as a link; an authority may also name something that no browser opens. */
export function TermsLink({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <code className="font-mono break-all">{url}</code>
  return (
    <a href={url} target="_blank" rel="noreferrer" className={`break-all underline ${textLink}`}>
      {url}
    </a>
  )
}
