"""Games of Shanghai (上海): four ages of its own, Jinshan, Qing-hun-peng."""
