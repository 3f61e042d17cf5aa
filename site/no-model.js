/** In place of models that the site does not show. */
export default undefined;
