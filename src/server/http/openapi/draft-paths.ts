/** Paths of previews and checks of screens that no device shows yet, for the OpenAPI document. */
import { adminCall } from './admin-call.ts';
import { json, type PathItem } from './parts.ts';

const PICTURE = { 'image/png': { schema: { type: 'string', format: 'binary' } } };

/** The JSON answer, or the picture alone. */
function pictureToo(answer: object): object {
  const { content } = answer as { readonly content: object };
  return { ...answer, content: { ...content, ...PICTURE } };
}

/** The paths by their address. */
export const DRAFT_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/admin/preview': {
    post: adminCall({
      id: 'previewScreen',
      summary: 'Any screen, or files that are saved nowhere, on any panels',
      description:
        'Takes `screen` or `draft`. With `Accept: image/png` and one panel the answer is the picture alone, with the headers of a preview of a device.',
      body: 'PreviewScreen',
      answer: pictureToo(json('ScreenPreview', 'The pictures, and what the script has said and requested')),
      errors: ['render_failed', 'overloaded'],
    }),
  },
  '/api/admin/check': {
    post: adminCall({
      id: 'checkScreen',
      summary: 'What is wrong with a screen, with files that are saved nowhere, or with the text of a config',
      description: 'Takes `screen`, `draft` or `config`. Nothing is run, nothing is fetched.',
      body: 'CheckScreen',
      answer: json('CheckFindings', 'The findings'),
      errors: ['overloaded'],
    }),
  },
};
