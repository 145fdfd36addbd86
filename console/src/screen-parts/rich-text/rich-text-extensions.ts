import { Extension, type Extensions } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { CodeBlock } from '@tiptap/extension-code-block'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { Dropcursor, Gapcursor, TrailingNode, UndoRedo } from '@tiptap/extensions'
import { isRichTextImage, isRichTextLink } from '@nameplane/contract/rich-text'

export type Alignment = 'left' | 'centre' | 'right'

const alignedNodes = ['paragraph', 'heading']
const classes = { left: null, centre: 'rt-center', right: 'rt-right' } as const satisfies Record<Alignment, string | null>

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    alignment: {
      /** Aligns the paragraphs and headings of the selection. */
      align: (alignment: Alignment) => ReturnType
    }
  }
}

/** Alignment as a class: style attributes are refused by the policy and dropped by the sanitisers. */
const AlignmentClass = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: alignedNodes,
      attributes: {
        alignment: {
          default: 'left',
          parseHTML: (element) => (element.classList.contains('rt-center') ? 'centre' : element.classList.contains('rt-right') ? 'right' : 'left'),
          renderHTML: ({ alignment }) => {
            const name = classes[alignment as Alignment]
            return name === null ? {} : { class: name }
          },
        },
      },
    },
  ],
  addCommands: () => ({
    align:
      (alignment) =>
      ({ commands }) =>
        alignedNodes.map((type) => commands.updateAttributes(type, { alignment })).some(Boolean),
  }),
  addKeyboardShortcuts() {
    return {
      'Mod-Shift-l': () => this.editor.commands.align('left'),
      'Mod-Shift-e': () => this.editor.commands.align('centre'),
      'Mod-Shift-r': () => this.editor.commands.align('right'),
    }
  },
})

/** Only pictures of our own: pasted ones of elsewhere would be dropped when the text is saved. */
const OwnImage = Image.extend({
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (element) => (isRichTextImage(element.getAttribute('src') ?? '') ? null : false) }],
}).configure({ inline: true })

/** What can be written: the same tags as the contract's list. */
export const richTextExtensions: Extensions = [
  Document,
  Text,
  Paragraph,
  Heading.configure({ levels: [2, 3, 4] }),
  Blockquote,
  CodeBlock,
  HorizontalRule,
  HardBreak,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  Bold,
  Italic,
  Underline,
  Strike,
  Code,
  Link.configure({
    openOnClick: false,
    protocols: ['http', 'https', 'mailto'],
    isAllowedUri: (address) => isRichTextLink(address),
    HTMLAttributes: { target: null, rel: null, class: null },
  }),
  UndoRedo,
  Dropcursor,
  Gapcursor,
  TrailingNode,
  OwnImage,
  AlignmentClass,
]
