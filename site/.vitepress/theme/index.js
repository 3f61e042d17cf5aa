import DefaultTheme from 'vitepress/theme-without-fonts';
import HomeStage from './HomeStage.vue';
import LiveExample from './LiveExample.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('HomeStage', HomeStage);
    app.component('LiveExample', LiveExample);
  },
};
