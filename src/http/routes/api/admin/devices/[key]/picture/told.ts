/** `GET /api/admin/devices/{key}/picture/told`. */
import type { Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import { toldPicture } from '../../../../../../../admin/told-picture.ts';
import { callOf, deviceKeyOf } from '../../../../../../admin-call.ts';
import { adminRoute } from '../../../../../../admin-route.ts';

export function toldPictureRoute(router: Router, api: AdminApi): void {
  adminRoute(router, '/devices/:key/picture/told', {
    get: async (request, response) => {
      const { hash, png } = await toldPicture(api, callOf(response), deviceKeyOf(request));
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('ETag', `"${hash}"`);
      response.setHeader('Content-Type', 'image/png');
      response.setHeader('Content-Length', png.length);
      response.end(request.method === 'HEAD' ? undefined : png);
    },
  });
}
