import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent } from 'vue';
import HomeStage from './HomeStage.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('HomeStage', HomeStage);
    app.component(
      'LiveExample',
      defineAsyncComponent(() => import('./LiveExample.vue')),
    );
  },
};
