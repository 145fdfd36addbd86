import { useRef, useState, type ComponentType, type FormEvent, type KeyboardEvent } from 'react'
import ArrowUUpLeftIcon from 'icon:arrow-u-up-left'
import ArrowUUpRightIcon from 'icon:arrow-u-up-right'
import CodeBlockIcon from 'icon:code-block'
import ImageIcon from 'icon:image'
import LinkIcon from 'icon:link'
import ListBulletsIcon from 'icon:list-bullets'
import ListNumbersIcon from 'icon:list-numbers'
import MinusIcon from 'icon:minus'
import QuotesIcon from 'icon:quotes'
import TextAlignCenterIcon from 'icon:text-align-center'
import TextAlignLeftIcon from 'icon:text-align-left'
import TextAlignRightIcon from 'icon:text-align-right'
import TextBIcon from 'icon:text-b'
import TextHThreeIcon from 'icon:text-h-three'
import TextHTwoIcon from 'icon:text-h-two'
import TextItalicIcon from 'icon:text-italic'
import TextStrikethroughIcon from 'icon:text-strikethrough'
import TextUnderlineIcon from 'icon:text-underline'
import { useEditorState, type Editor } from '@tiptap/react'
import { isRichTextLink } from '@nameplane/contract/rich-text'
import { useText } from '../../i18n/messages.ts'
import { PrimaryButton, QuietButton } from '../../ui/button.tsx'
import { textField } from '../../ui/classes.ts'
import { SmallIconButton } from '../../ui/icon-button.tsx'
import { richTextMessages } from './rich-text.messages.ts'

type ToolKey = Exclude<keyof (typeof richTextMessages)['zh'], 'tools' | 'address' | 'addressHelp' | 'addressWrong' | 'apply' | 'removeLink' | 'uploading'>

type Tool = {
  readonly key: ToolKey
  readonly icon: ComponentType<{ size?: number }>
  /** Keys that do the same. */
  readonly keys?: string
  readonly isOn?: (editor: Editor) => boolean
  /** What cannot be done now stays and is dimmed. */
  readonly isOff?: (editor: Editor) => boolean
  /** Absent where the toolbar itself opens something. */
  readonly run?: (editor: Editor) => void
}

const groups: readonly (readonly Tool[])[] = [
  [
    { key: 'bold', icon: TextBIcon, keys: 'Ctrl+B', isOn: (e) => e.isActive('bold'), run: (e) => e.chain().focus().toggleBold().run() },
    { key: 'italic', icon: TextItalicIcon, keys: 'Ctrl+I', isOn: (e) => e.isActive('italic'), run: (e) => e.chain().focus().toggleItalic().run() },
    { key: 'underline', icon: TextUnderlineIcon, keys: 'Ctrl+U', isOn: (e) => e.isActive('underline'), run: (e) => e.chain().focus().toggleUnderline().run() },
    { key: 'strike', icon: TextStrikethroughIcon, isOn: (e) => e.isActive('strike'), run: (e) => e.chain().focus().toggleStrike().run() },
  ],
  [
    { key: 'heading', icon: TextHTwoIcon, isOn: (e) => e.isActive('heading', { level: 2 }), run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run() },
    {
      key: 'subheading',
      icon: TextHThreeIcon,
      isOn: (e) => e.isActive('heading', { level: 3 }),
      run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    },
    { key: 'bullets', icon: ListBulletsIcon, isOn: (e) => e.isActive('bulletList'), run: (e) => e.chain().focus().toggleBulletList().run() },
    { key: 'numbers', icon: ListNumbersIcon, isOn: (e) => e.isActive('orderedList'), run: (e) => e.chain().focus().toggleOrderedList().run() },
    { key: 'quote', icon: QuotesIcon, isOn: (e) => e.isActive('blockquote'), run: (e) => e.chain().focus().toggleBlockquote().run() },
    { key: 'code', icon: CodeBlockIcon, isOn: (e) => e.isActive('codeBlock'), run: (e) => e.chain().focus().toggleCodeBlock().run() },
  ],
  [
    {
      key: 'left',
      icon: TextAlignLeftIcon,
      keys: 'Ctrl+Shift+L',
      isOn: (e) => e.isActive({ alignment: 'left' }),
      run: (e) => e.chain().focus().align('left').run(),
    },
    {
      key: 'centre',
      icon: TextAlignCenterIcon,
      keys: 'Ctrl+Shift+E',
      isOn: (e) => e.isActive({ alignment: 'centre' }),
      run: (e) => e.chain().focus().align('centre').run(),
    },
    {
      key: 'right',
      icon: TextAlignRightIcon,
      keys: 'Ctrl+Shift+R',
      isOn: (e) => e.isActive({ alignment: 'right' }),
      run: (e) => e.chain().focus().align('right').run(),
    },
  ],
  [
    { key: 'link', icon: LinkIcon, isOn: (e) => e.isActive('link') },
    { key: 'image', icon: ImageIcon },
    { key: 'rule', icon: MinusIcon, run: (e) => e.chain().focus().setHorizontalRule().run() },
  ],
  [
    { key: 'undo', icon: ArrowUUpLeftIcon, keys: 'Ctrl+Z', isOff: (e) => !e.can().undo(), run: (e) => e.chain().focus().undo().run() },
    { key: 'redo', icon: ArrowUUpRightIcon, keys: 'Ctrl+Shift+Z', isOff: (e) => !e.can().redo(), run: (e) => e.chain().focus().redo().run() },
  ],
]
const tools = groups.flat()
const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/** The marks as buttons. One stop of the Tab key; arrow keys move among them (ARIA APG, toolbar). */
export function RichTextTools({ editor, onChooseImage }: { editor: Editor; onChooseImage: (() => void) | null }) {
  const text = useText(richTextMessages)
  const [current, setCurrent] = useState<ToolKey>('bold')
  const [isLinking, setLinking] = useState(false)
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) => Object.fromEntries(tools.map((tool) => [tool.key, { isOn: tool.isOn?.(now) ?? false, isOff: tool.isOff?.(now) ?? false }])),
  })

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (at < 0 || next === undefined) return
    event.preventDefault()
    buttons.at(next % buttons.length)?.focus()
  }
  function press(tool: Tool) {
    if (states[tool.key]?.isOff) return
    if (tool.key === 'image') onChooseImage?.()
    else if (tool.key === 'link') setLinking(!isLinking)
    else tool.run?.(editor)
  }

  return (
    <>
      <div
        role="toolbar"
        aria-label={text.tools}
        onKeyDown={move}
        className="flex flex-wrap items-center gap-x-2 gap-y-0.5 border-b border-kumo-line px-1.5 py-1"
      >
        {groups.map((group) => (
          <span key={group[0]!.key} className="inline-flex">
            {group
              .filter((tool) => tool.key !== 'image' || onChooseImage)
              .map((tool) => {
                const state = states[tool.key]
                const keys = tool.keys && (isMac ? tool.keys.replace('Ctrl', '⌘') : tool.keys)
                return (
                  <SmallIconButton
                    size={7}
                    key={tool.key}
                    tabIndex={tool.key === current ? 0 : -1}
                    label={text[tool.key]}
                    aria-pressed={tool.isOn ? state?.isOn : undefined}
                    aria-disabled={state?.isOff || undefined}
                    aria-expanded={tool.key === 'link' ? isLinking : undefined}
                    title={keys ? `${text[tool.key]} · ${keys}` : text[tool.key]}
                    className="focus-visible:-outline-offset-2 aria-disabled:cursor-default aria-disabled:opacity-50 aria-pressed:bg-kumo-brand/10 aria-pressed:text-np-accent"
                    onFocus={() => setCurrent(tool.key)}
                    onClick={() => press(tool)}
                    icon={<tool.icon size={16} />}
                  />
                )
              })}
          </span>
        ))}
      </div>
      {isLinking && <LinkBar editor={editor} onClose={() => setLinking(false)} />}
    </>
  )
}

/** The address of the link under the cursor, or of one to be made of the selection. */
function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const text = useText(richTextMessages)
  const field = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)
  const before = (editor.getAttributes('link') as { href?: string }).href ?? ''

  function apply() {
    const typed = field.current?.value.trim() ?? ''
    // What people type into such fields is a host, rarely with its scheme.
    const href = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i.test(typed) ? `https://${typed}` : typed
    if (!isRichTextLink(href)) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && before === '') chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }
  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  // No form of its own: it stands inside one.
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      event.preventDefault()
      apply()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
      editor.commands.focus()
    }
  }
  return (
    <div className="border-b border-kumo-line px-2 py-1.5">
      <div className="flex flex-wrap gap-1.5">
        <input
          ref={field}
          autoFocus
          defaultValue={before}
          aria-label={text.address}
          aria-invalid={isWrong || undefined}
          placeholder={text.addressHelp}
          spellCheck={false}
          autoComplete="off"
          className={`${textField} min-w-40 flex-1`}
          onInput={(_event: FormEvent) => setWrong(false)}
          onKeyDown={press}
        />
        <PrimaryButton onClick={apply}>{text.apply}</PrimaryButton>
        {before !== '' && <QuietButton onClick={remove}>{text.removeLink}</QuietButton>}
      </div>
      {isWrong && (
        <p role="alert" className="mt-1 text-sm text-kumo-danger">
          {text.addressWrong}
        </p>
      )}
    </div>
  )
}
